import { expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { useEsc } from './use-esc.ts';

const Beside = ({ onLeave, hasMenu }: { readonly onLeave: () => void; readonly hasMenu: boolean }) => {
  useEsc('beside', onLeave);
  return hasMenu ? <div role="menu">Resolver</div> : <p>O passado</p>;
};

it('leaves what stands beside the conversation, but not for a menu that has not got the focus yet', async () => {
  const onLeave = vi.fn();
  const { rerender } = await render(<Beside onLeave={onLeave} hasMenu />);
  await userEvent.keyboard('{Escape}');
  expect(onLeave).not.toHaveBeenCalled();
  await rerender(<Beside onLeave={onLeave} hasMenu={false} />);
  await userEvent.keyboard('{Escape}');
  expect(onLeave).toHaveBeenCalledOnce();
});
