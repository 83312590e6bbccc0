import { type RefObject, useLayoutEffect } from 'react';

/*
 * The server renders fields before their scripts arrive. React neither reports nor keeps what a user enters until
 * hydration: the elements show it until they are rendered again. Layout effects read it before that.
 */

type Field = HTMLInputElement | HTMLSelectElement;

/** Repeats what was entered into the fields of an element before hydration: texts, choices and clicks on checkboxes. */
export function useEarlyInput(box: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const fields = [...(box.current?.querySelectorAll<Field>('input, select') ?? [])];
    const repeats = fields.flatMap((field) => repeatOf(field) ?? []);
    // After the commit React renders each change immediately, so that the next one does not overwrite it.
    queueMicrotask(() => {
      for (const repeat of repeats) repeat();
    });
  }, [box]);
}

/** The function that repeats the change of a field; undefined if it has the value of the server. */
function repeatOf(field: Field): (() => void) | undefined {
  if (field instanceof HTMLInputElement && ['checkbox', 'radio'].includes(field.type)) {
    const { checked } = field;
    if (checked === field.defaultChecked) return undefined;
    return () => {
      field.checked = !checked;
      field.click();
    };
  }
  const { value } = field;
  const former =
    field instanceof HTMLInputElement
      ? field.defaultValue
      : ([...field.options].find(({ defaultSelected }) => defaultSelected) ?? field.options[0])?.value;
  if (former === undefined || value === former) return undefined;
  return () => {
    // React reports a change of a field whose value it did not set itself.
    field.value = former;
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
    field.dispatchEvent(new Event(field instanceof HTMLInputElement ? 'input' : 'change', { bubbles: true }));
  };
}
