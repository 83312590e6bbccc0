import { type DocumentNode, parse, print } from '@0no-co/graphql.web';
import { type AnyDocument, nameOf, textOf } from './document.ts';

/** The manifest that `npm run operations -- register` writes: its file, parsed. */
export type OperationManifest = {
  readonly operations: readonly { readonly id: string; readonly name: string; readonly body: string }[];
};

/** The definitions of a document in an order that does not depend on the files which hold them. */
const contentOf = ({ definitions }: DocumentNode): string =>
  definitions
    .map((definition) => print(definition))
    .sort()
    .join('\n');

/**
 * How documents are sent: as texts, or by the ids of a manifest.
 *
 * @returns the members of a request that name the document. Throws for a document that the manifest lacks, or has in
 *   another form: the API would run what was registered, whose answer has other types
 */
export function sending(manifest: OperationManifest | undefined): (document: AnyDocument) => object {
  if (!manifest) return (document) => ({ query: textOf(document) });
  const known = new Map(manifest.operations.map((operation) => [operation.name, operation]));
  const checked = new WeakMap<AnyDocument, object>();
  return (document) => {
    const before = checked.get(document);
    if (before) return before;
    const sent = document as DocumentNode;
    const operation = known.get(nameOf(sent) ?? '');
    if (!operation || contentOf(parse(operation.body)) !== contentOf(sent))
      throw new Error(`The operation ${nameOf(sent)} ${operation ? 'was changed since it was' : 'is not'} registered.`);
    const members = { documentId: operation.id };
    checked.set(document, members);
    return members;
  };
}
