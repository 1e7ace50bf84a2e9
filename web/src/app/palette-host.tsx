import { lazy, Suspense, useEffect, useState } from 'react';
import type { Person } from '../features/palette/use-found.ts';
import { untilThere } from '../shared/until-there.ts';

const CommandPalette = lazy(untilThere(() => import('../features/palette/command-palette.tsx')));
const NewTicketDialog = lazy(untilThere(() => import('../features/ticket-dialogs/new-ticket-dialog.tsx')));

/** Opens the palette with Ctrl+K or ⌘K, wherever the focus is, unless a dialog is open. */
export const PaletteHost = () => {
  const [isOpen, setOpen] = useState(false);
  const [person, setPerson] = useState<Person>();
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
      {isOpen && <CommandPalette startWith={setPerson} onClose={() => setOpen(false)} />}
      {person && <NewTicketDialog person={person} onClose={() => setPerson(undefined)} />}
    </Suspense>
  );
};
