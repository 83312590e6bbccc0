import { createStore } from './store.ts';

export type Notice = {
  /** `done` and `note` go away by themselves; `failed` stays until it is closed. */
  kind: 'done' | 'note' | 'failed';
  title: string;
  text?: string;
};

/** Becomes true with the first notice: until then nothing of the kind is loaded. */
export const hasNotices = createStore(false);

const LOOKS = {
  done: { color: 'teal', autoClose: 6_000 },
  note: { color: 'indigo', autoClose: 8_000 },
  failed: { color: 'red', autoClose: false },
} as const;

/** Shows a note in the corner, also to those who can't see it. What needs an answer is no notice, but a dialog. */
export async function say({ kind, title, text }: Notice): Promise<void> {
  hasNotices.set(true);
  const { notifications } = await import('@mantine/notifications');
  notifications.show({
    ...LOOKS[kind],
    title,
    message: text,
    role: kind === 'failed' ? 'alert' : 'status',
    withCloseButton: true,
    closeButtonProps: { 'aria-label': 'Close this note' },
  });
}
