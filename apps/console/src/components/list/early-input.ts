import { type RefObject, useLayoutEffect } from 'react';

/*
 * The server renders lists before their scripts arrive. React neither reports nor keeps what a user enters until
 * hydration: the elements show it until they are rendered again. Layout effects read it before that.
 */

/** Reports text that was entered into an input element before hydration. */
export function useEarlyText(input: RefObject<HTMLInputElement | null>, report: (text: string) => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the first render can follow the server's
  useLayoutEffect(() => {
    if (input.current && input.current.value !== input.current.defaultValue) report(input.current.value);
  }, []);
}

/** Repeats the clicks on checkboxes of an element that came before hydration. */
export function useEarlyClicks(box: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const inputs = box.current?.querySelectorAll<HTMLInputElement>('input[type="checkbox"]') ?? [];
    const entered = Array.from(inputs, (input) => ({ input, checked: input.checked })).filter(
      ({ input, checked }) => checked !== input.defaultChecked,
    );
    // After the commit React renders each click immediately, so that the next one does not overwrite it.
    queueMicrotask(() => {
      for (const { input, checked } of entered) {
        input.checked = !checked;
        input.click();
      }
    });
  }, [box]);
}
