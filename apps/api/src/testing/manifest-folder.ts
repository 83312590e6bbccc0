import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getOperationAST, OperationTypeNode, parse } from 'graphql';
import { type Audience, idOf, manifestOf } from '../graphql/manifest.ts';

/** A folder for `GRAPHQL_DOCUMENTS`, with one manifest for each audience. The caller removes it. */
export function manifestFolder(texts: Partial<Record<Audience, readonly string[]>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'channel-documents-'));
  for (const audience of ['staff', 'partners'] as const) {
    const operations = (texts[audience] ?? []).map((body) => {
      const operation = getOperationAST(parse(body));
      return {
        id: idOf(body),
        name: operation?.name?.value ?? '',
        type: operation?.operation ?? OperationTypeNode.QUERY,
        body,
        audience,
      };
    });
    writeFileSync(join(folder, `${audience}.json`), manifestOf(operations));
  }
  return folder;
}
