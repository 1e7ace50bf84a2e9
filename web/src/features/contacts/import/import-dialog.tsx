import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImportUpload } from '#contracts/contact-imports.ts';
import { Dialog } from '../../../shared/dialog.tsx';
import { ChooseFile } from './choose-file.tsx';
import { ImportProgress } from './import-progress.tsx';
import { MapColumns } from './map-columns.tsx';

type Step =
  | { readonly kind: 'choose' }
  | { readonly kind: 'map'; readonly upload: ImportUpload }
  | { readonly kind: 'progress'; readonly importId: string };

type Props = {
  /** An import that is to be shown instead of beginning one. */
  readonly importId?: string | undefined;
  readonly onClose: () => void;
};

/** Imports contacts from a file: choose it, say which column is what, and see what became of each row. */
export const ImportDialog = ({ importId, onClose }: Props) => {
  const { t } = useTranslation();
  const [step, setStep] = useState<Step>(importId ? { kind: 'progress', importId } : { kind: 'choose' });
  return (
    <Dialog onClose={onClose} title={t('imports.title')} size={step.kind === 'map' ? 'xl' : 'lg'}>
      {step.kind === 'choose' && (
        <ChooseFile
          onRead={upload => setStep({ kind: 'map', upload })}
          onShow={id => setStep({ kind: 'progress', importId: id })}
          onClose={onClose}
        />
      )}
      {step.kind === 'map' && (
        <MapColumns
          upload={step.upload}
          onStarted={id => setStep({ kind: 'progress', importId: id })}
          onBack={() => setStep({ kind: 'choose' })}
        />
      )}
      {step.kind === 'progress' && <ImportProgress importId={step.importId} onClose={onClose} />}
    </Dialog>
  );
};
