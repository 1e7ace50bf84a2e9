import { Tooltip } from '@mantine/core';
import { useEffect, useState } from 'react';

const delayMs = 400;

/** Says what a control with `data-hint` does, once the pointer rests on it or the keyboard reaches it. */
const Hints = () => {
  const [target, setTarget] = useState<HTMLElement>();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const hide = (): void => {
      clearTimeout(timer);
      setTarget(undefined);
    };
    const point = (event: PointerEvent): void => {
      const found = event.pointerType === 'touch' ? undefined : hinted(event.target);
      clearTimeout(timer);
      setTarget(shown => (shown === found ? shown : undefined));
      if (found) timer = setTimeout(() => setTarget(found), delayMs);
    };
    const focus = (event: FocusEvent): void => {
      const found = hinted(event.target);
      if (found?.matches(':focus-visible')) setTarget(found);
    };
    document.addEventListener('pointerover', point);
    document.addEventListener('focusin', focus);
    const ends = ['pointerdown', 'keydown', 'focusout', 'scroll'] as const;
    for (const end of ends) document.addEventListener(end, hide, true);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('pointerover', point);
      document.removeEventListener('focusin', focus);
      for (const end of ends) document.removeEventListener(end, hide, true);
    };
  }, []);
  if (!target?.isConnected) return null;
  const { hint, hintSide } = target.dataset;
  return (
    <Tooltip
      key={hint}
      opened
      target={target}
      label={hint}
      position={hintSide === 'right' ? 'right' : 'bottom'}
    />
  );
};
export default Hints;

const hinted = (from: EventTarget | null): HTMLElement | undefined =>
  (from instanceof Element ? from.closest<HTMLElement>('[data-hint]') : null) ?? undefined;
