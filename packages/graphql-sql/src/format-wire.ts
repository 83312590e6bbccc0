import { type DocumentNode, type FragmentDefinitionNode, Kind, type SelectionSetNode } from 'graphql';
import { type Fragments, fieldsByKey, innerSets, type Merged } from './selections.ts';
import { type WireForms, wireOf } from './wire.ts';

type Format = (parent: Record<string, unknown>) => void;
type Source = WireForms & { fragments: Fragments };

/**
 * Makes a function that formats an answer to the document's only operation as its `@wire` directives say. The function
 * changes the answer in place and visits only the branches with a directive. A key that is selected several times is
 * formatted once, by its first directive.
 *
 * @returns undefined when the document has no `@wire`
 */
export function wireFormatter(document: DocumentNode, forms: WireForms): Format | undefined {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const node of document.definitions)
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node);
  const operation = document.definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION);
  return operation && ofSelections([operation.selectionSet], { fragments, ...forms });
}

function ofSelections(sets: readonly SelectionSetNode[], source: Source): Format | undefined {
  const steps = [...fieldsByKey(sets, source.fragments)].flatMap(([key, nodes]) => ofField(key, nodes, source) ?? []);
  if (steps.length === 0) return undefined;
  return (parent) => {
    for (const step of steps) step(parent);
  };
}

function ofField(key: string, nodes: Merged, source: Source): Format | undefined {
  const wire = nodes.map((node) => wireOf(node)).find((each) => each !== undefined);
  const inner = ofSelections(innerSets(nodes), source);
  if (!wire && !inner) return undefined;
  const form = wire?.as === undefined ? undefined : source.forms[wire.as];
  const nullForm = wire?.nullAs === undefined ? undefined : source.nullForms[wire.nullAs];
  return (parent) => {
    const value = parent[key];
    if (value === undefined) return; // left out by @skip or @include
    if (value === null) {
      if (nullForm) parent[key] = nullForm.value();
    } else {
      if (inner) each(value, inner);
      if (form) parent[key] = form.format(value);
    }
  };
}

function each(value: unknown, step: Format): void {
  if (Array.isArray(value)) for (const entry of value) each(entry, step);
  else if (typeof value === 'object' && value !== null) step(value as Record<string, unknown>);
}
