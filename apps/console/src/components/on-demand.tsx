'use client';

import { useLingui } from '@lingui/react/macro';
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

/** The props of a component that renders a button and the menu or dialog that it opens. */
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
  /** The props of the loaded component. */
  props: Props;
};

/**
 * A button whose menu or dialog is loaded when the pointer or the focus reaches the button. Menus and their positioning
 * are large modules that most visits to a page do not need.
 */
export function OnDemand<Props extends object>({ button, opens, load, props }: OnDemandProps<Props>) {
  const { t } = useLingui();
  const [Content, setContent] = useState<ComponentType<Props & OpensAt>>();
  const [opened, setOpened] = useState(false);
  const element = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (!Content) return;
    // The button element is replaced: it needs the focus, so that closing the menu returns the focus to it.
    element.current?.focus();
    setOpened(true);
  }, [Content]);

  if (Content) {
    // A menu adds its own click handler.
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
        title: t`The menu can’t be opened`,
        text: t`A part of the console could not be loaded. Check your connection and try again.`,
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
