import { createStore } from './store.ts';

export type Notice = {
  /** `done` and `note` close automatically; `failed` stays until the user closes it. */
  kind: 'done' | 'note' | 'failed';
  title: string;
  text?: string;
};

/** Becomes true with the first notice; the notification module is loaded only then. */
export const hasNotices = createStore(false);

const LOOKS = {
  done: { color: 'teal', autoClose: 6_000 },
  note: { color: 'indigo', autoClose: 8_000 },
  failed: { color: 'red', autoClose: false },
} as const;

/** Shows a notice that is also announced to screen readers. Use a dialog for anything that needs a response. */
export async function say({ kind, title, text }: Notice): Promise<void> {
  hasNotices.set(true);
  const { notifications } = await import('@mantine/notifications');
  notifications.show({
    ...LOOKS[kind],
    title,
    message: text,
    role: kind === 'failed' ? 'alert' : 'status',
    withCloseButton: true,
  });
}
