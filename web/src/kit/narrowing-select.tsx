import { Select, type SelectProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './narrowing-select.module.css';

type Option = { readonly value: string; readonly label: string };

type Props = Pick<SelectProps, 'placeholder' | 'className'> & {
  readonly label: string;
  readonly options: readonly Option[];
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
};

/**
 * A name to narrow by, among many. Its list is as wide as the longest name, however narrow the field is; a name that the
 * field has no room for stands in its title.
 */
export const NarrowingSelect = ({ options, ...props }: Props) => {
  const { t } = useTranslation();
  const chosen = options.find(({ value }) => value === props.value);
  return (
    <Select
      {...props}
      data={options}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('dashboard.filter.clear', { name: props.label }) }}
      nothingFoundMessage={t('dashboard.filter.nothing')}
      comboboxProps={{
        width: 'max-content',
        position: 'bottom-start',
        middlewares: {
          flip: true,
          shift: true,
          size: {
            apply: ({ rects, elements }) => {
              elements.floating.style.minWidth = `${rects.reference.width}px`;
            },
          },
        },
      }}
      classNames={{
        ...{ input: classes.input ?? '', dropdown: classes.dropdown ?? '', option: classes.option ?? '' },
      }}
      {...(chosen ? { title: chosen.label } : {})}
    />
  );
};
