import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Person } from '../features/palette/use-found.ts';
import { useFirstUse } from '../shared/first-use.ts';
import { isWriting } from '../shared/keys.ts';
import { later, prepare, useLater } from '../shared/later.ts';
import { untilThere } from '../shared/until-there.ts';
import { useScreens } from './use-screens.ts';

const commandPalette = later(() => import('../features/palette/command-palette.tsx'));
const NewTicketDialog = lazy(untilThere(() => import('../kit/new-ticket/new-ticket-dialog.tsx')));

/** Opens the palette with Ctrl+K or ⌘K, wherever the focus is, unless a dialog is open. */
export const PaletteHost = () => {
  const [isOpen, setOpen] = useState(false);
  const [person, setPerson] = useState<Person>();
  const isUsed = useFirstUse();
  useEffect(() => {
    if (isUsed) prepare(commandPalette);
  }, [isUsed]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const isWanted = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      if (!isWanted || event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      if (!document.querySelector('[role=dialog],[role=menu]')) setOpen(true);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  return (
    <Suspense>
      {isOpen && <OpenPalette startWith={setPerson} onClose={() => setOpen(false)} />}
      {person && <NewTicketDialog person={person} onClose={() => setPerson(undefined)} />}
    </Suspense>
  );
};

type OpenProps = { readonly startWith: (person: Person) => void; readonly onClose: () => void };

/** From Ctrl+K on everything that is typed is for the palette, whether its field is there yet or not. */
const OpenPalette = ({ startWith, onClose }: OpenProps) => {
  const [typed, setTyped] = useState('');
  const Palette = useLater(commandPalette);
  const { t } = useTranslation();
  const screens = useScreens().map(({ to, title }) => ({ to, label: t(title) }));
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.target instanceof Element && event.target.closest('[aria-modal=true]')) return;
      if (event.key === 'Escape') onClose();
      else if (isWriting(event) || event.key === ' ') setTyped(known => known + event.key);
      else return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    window.addEventListener('keydown', onKey, true);
    return () => window.removeEventListener('keydown', onKey, true);
  }, [onClose]);
  return Palette ? <Palette {...{ screens, typed, startWith, onClose }} onType={setTyped} /> : null;
};
