import { expect, it } from 'vitest';
import { surfaceBreaks } from './surface-breaks.ts';

const SURFACE = `
import { Readable } from "node:stream";
/** Where to read. */
interface Options<Row extends object> extends Base {
  /** Rows of a page. */
  readonly size?: number;
  readonly table: string;
}
type Answer = { status: number; body?: Readable };
type Kind = 'page' | 'list';
declare class Reader {
  readonly size: number;
  constructor(options: Options<object>);
  read(from: number): Promise<string>;
}
declare class Writer {}
declare enum Level { Low = 0, High = 1 }
declare const MAX: 5;
declare function read(options: Options<object>): Promise<Answer>;
declare function read(table: string): Promise<Answer>;
declare module 'fastify' {
  interface Config { isProbe?: boolean }
}
export { type Answer, type Kind, type Options, Level, MAX, Reader, Writer as Sink, read };
export default MAX;
`;

const SURFACE_WITHOUT_READER = SURFACE.replace(/declare class Reader {.*?\n}\n/s, '').replace('Reader, ', '');

const changed = (...[from, to]: [from: string, to: string]) => {
  expect(SURFACE).toContain(from);
  return surfaceBreaks(SURFACE, SURFACE.replace(from, to)).map(({ name }) => name);
};

it.each<[what: string, from: string, to: string, names: string[]]>([
  ['an export is removed', 'MAX, Reader', 'Reader', ['export MAX']],
  ['an export and its declaration are removed', SURFACE, SURFACE_WITHOUT_READER, ['export Reader']],
  ['an export is renamed', 'type Kind, ', 'type Kind as Form, ', ['export Kind']],
  ['a member is removed', '  readonly table: string;\n', '', ['Options.table']],
  ['an option is renamed', 'size?', 'length?', ['Options.size']],
  ['an option has another type', 'size?: number', 'size?: string', ['Options.size']],
  ['an option is required', 'size?: number', 'size: number', ['Options.size']],
  [
    'a new option is required',
    'readonly table: string;',
    'readonly table: string; schema: string;',
    ['Options.schema'],
  ],
  ['a type parameter is narrower', 'Row extends object>', 'Row extends Answer>', ['Options']],
  ['a base is gone', ' extends Base', '', ['Options']],
  ['a member of an answer may be absent', 'status: number', 'status?: number', ['Answer.status']],
  ['a member of a union is gone', " | 'list'", '', ['Kind']],
  ['a method takes another argument', 'from: number', 'from: string', ['Reader.read']],
  [
    'a constructor takes another argument',
    'constructor(options: Options<object>)',
    'constructor()',
    ['Reader.Constructor'],
  ],
  [
    'a property of a class is gone',
    'declare class Reader {\n  readonly size: number;',
    'declare class Reader {',
    ['Reader.size'],
  ],
  ['a constant has another value', 'MAX: 5', 'MAX: 6', ['MAX']],
  ['a function returns something else', 'Options<object>): Promise<Answer>', 'Options<object>): Answer', ['read']],
  ['an overload is gone', 'declare function read(table: string): Promise<Answer>;\n', '', ['read']],
  ['a value is exported as a type', 'Level, MAX', 'type Level, MAX', ['export Level.value']],
  ['an alias has another target', 'Writer as Sink', 'Reader as Sink', ['export Sink']],
  ['a class is abstract', 'declare class Reader', 'declare abstract class Reader', ['Reader.Constructor']],
  ['a class is an interface', 'declare class Writer', 'interface Writer', ['Writer.Constructor']],
  ['a constructor is private', 'class Writer {', 'class Writer { private constructor();', ['Writer.Constructor']],
  ['a member of an enum is gone', ', High = 1', '', ['Level.High']],
  ['a member of an enum has another value', 'High = 1', 'High = 2', ['Level.High']],
  ['the default export is gone', 'export default MAX;', '', ['export default']],
  ['the default export is another', 'default MAX', 'default read', ['export default']],
  ['an augmentation is gone', 'isProbe?: boolean', '', ['fastify.Config.isProbe']],
  ['an augmented interface is gone', 'interface Config { isProbe?: boolean }', '', ['fastify.Config']],
])('finds that %s', (_, from, to, names) => {
  expect(changed(from, to)).toEqual(names);
});

it.each<[what: string, from: string, to: string]>([
  ['a new export', 'MAX, Reader', 'MAX, Reader, more'],
  ['a new optional member', 'readonly table: string;', 'readonly table: string; schema?: string;'],
  ['a new method of a class', 'declare class Reader {', 'declare class Reader { close(): void;'],
  ['a type that is exported as a value', 'type Options,', 'Options,'],
  ['a new member of an enum', 'High = 1', 'High = 1, Higher = 2'],
  ['a constructor that is written out', 'class Writer {', 'class Writer { constructor();'],
  ['another comment', 'Rows of a page.', 'The number of rows.'],
  ['other blanks', '  readonly size?: number;', '\treadonly  size ?:\n number;'],
])('accepts %s', (_, from, to) => {
  expect(changed(from, to)).toEqual([]);
});
