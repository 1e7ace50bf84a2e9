import { expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { usePageKeys } from './use-page-keys.ts';

const nothing = () => undefined;
const Page = ({ leave, hasMenu }: { readonly leave: () => void; readonly hasMenu: boolean }) => {
  usePageKeys({ search: nothing, help: nothing, leave });
  return hasMenu ? <div role="menu">Responder</div> : <p>Conversa</p>;
};

it('Esc leaves the conversation, but not while a menu is open that has not got the focus yet', async () => {
  const leave = vi.fn();
  const { rerender } = await render(<Page leave={leave} hasMenu />);
  await userEvent.keyboard('{Escape}');
  expect(leave).not.toHaveBeenCalled();
  await rerender(<Page leave={leave} hasMenu={false} />);
  await userEvent.keyboard('{Escape}');
  expect(leave).toHaveBeenCalledOnce();
});
