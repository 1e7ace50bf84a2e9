import { Modal, type ModalProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFocusBack } from './use-focus-back.ts';

type Props = Omit<ModalProps, 'opened' | 'closeButtonProps'>;

/** A dialog that is open as long as it is rendered. The focus goes back to where it was. */
export const Dialog = (props: Props) => {
  const { t } = useTranslation();
  useFocusBack();
  return <Modal {...props} opened closeButtonProps={{ 'aria-label': t('common.close') }} />;
};
