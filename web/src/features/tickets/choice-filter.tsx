import { lazy, Suspense, useState } from 'react';
import { untilThere } from '../../shared/until-there.ts';
import { ChoiceButton } from './choice-button.tsx';

export type Choice = { readonly id: string; readonly name: string; readonly color?: string };

export type ChoiceFilterProps = {
  /** What the button says. */
  readonly label: string;
  /** What is to be chosen. */
  readonly title: string;
  readonly options: readonly Choice[];
  readonly chosen: readonly string[];
  readonly onChange: (ids: string[]) => void;
  /** Whether this narrows what is shown. */
  readonly active: boolean;
  readonly resetLabel: string;
  readonly onReset: () => void;
  readonly emptyText?: string;
  readonly disabled?: boolean;
};

const loadPopover = () => import('./choice-popover.tsx');
const ChoicePopover = lazy(untilThere(loadPopover));

/** Several of some options, behind a button. */
export const ChoiceFilter = (props: ChoiceFilterProps) => {
  const { label, active, disabled = false } = props;
  const [wanted, setWanted] = useState(false);
  if (wanted) {
    return (
      <Suspense fallback={<ChoiceButton label={label} chosen={active} />}>
        <ChoicePopover {...props} />
      </Suspense>
    );
  }
  return (
    <ChoiceButton
      label={label}
      chosen={active}
      disabled={disabled}
      onPointerEnter={() => void loadPopover()}
      onFocus={() => void loadPopover()}
      onClick={() => setWanted(true)}
    />
  );
};
