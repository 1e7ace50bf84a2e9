import { Modal, type ModalProps } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { focusAgain } from './focus-again.ts';

type Props = Omit<ModalProps, 'opened' | 'closeButtonProps'>;

/** A dialog that is open as long as it is rendered. The focus goes back to where it was. */
export const Dialog = (props: Props) => {
  const { t } = useTranslation();
  const [before] = useState(() => document.activeElement);
  useEffect(() => () => focusAgain(before), [before]);
  return <Modal {...props} opened closeButtonProps={{ 'aria-label': t('common.close') }} />;
};
