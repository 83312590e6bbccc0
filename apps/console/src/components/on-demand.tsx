'use client';

import {
  type ButtonHTMLAttributes,
  type ComponentType,
  cloneElement,
  type ReactElement,
  type Ref,
  useEffect,
  useRef,
  useState,
} from 'react';
import { say } from '#lib/notice.ts';

/** What opens at a button: it shows the button and what it opens. */
export type OpensAt = {
  button: ReactElement<ButtonProps>;
  opened: boolean;
  setOpened: (opened: boolean) => void;
};

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & { ref?: Ref<HTMLButtonElement> };

type OnDemandProps<Props> = {
  button: ReactElement<ButtonProps>;
  opens: 'menu' | 'dialog';
  load: () => Promise<ComponentType<Props & OpensAt>>;
  /** For what is loaded. */
  props: Props;
};

/**
 * A button whose menu is loaded when somebody is about to use it: when the pointer comes, or the focus. Menus and what
 * places them beside their button are heavy, and most visits to a page open none.
 */
export function OnDemand<Props extends object>({ button, opens, load, props }: OnDemandProps<Props>) {
  const [Content, setContent] = useState<ComponentType<Props & OpensAt>>();
  const [opened, setOpened] = useState(false);
  const element = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (!Content) return;
    // The button is a new one, and what closes later gives the focus back to it.
    element.current?.focus();
    setOpened(true);
  }, [Content]);

  if (Content) {
    // A menu brings the click with it.
    const onClick = opens === 'menu' ? undefined : () => setOpened(!opened);
    const target = cloneElement(button, { ref: element, onClick });
    return <Content {...props} button={target} opened={opened} setOpened={setOpened} />;
  }

  const prepare = () => void load().catch(() => {});
  async function open(): Promise<void> {
    try {
      const loaded = await load();
      setContent(() => loaded);
    } catch {
      void say({
        kind: 'failed',
        title: 'The menu can’t be opened',
        text: 'Its part of the console could not be loaded.',
      });
    }
  }
  return cloneElement(button, {
    'aria-haspopup': opens,
    'aria-expanded': false,
    onPointerEnter: prepare,
    onFocus: prepare,
    onClick: () => void open(),
  });
}
