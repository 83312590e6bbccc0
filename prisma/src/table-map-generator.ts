import { writeFileSync } from 'node:fs';
import generatorHelper from '@prisma/generator-helper';

/*
 * Writes src/generated/table-map.ts: the tables, columns and keys of the models. Prisma's client has this data too, but
 * no API for it.
 */

const CASTS: Record<string, string> = {
  // Ids, which are `BigInt` in the schema and `Int` for generators (`clientSchema`).
  Int: 'int8',
  BigInt: 'int8',
  String: 'text',
  Boolean: 'bool',
  Decimal: 'numeric',
  Json: 'jsonb',
  Bytes: 'bytea',
  DateTime: 'timestamptz',
};

/** By the native type of a column, where it differs from the usual one. */
const NATIVE_CASTS: Record<string, string> = {
  Date: 'date',
  Time: 'time',
  Timestamp: 'timestamp',
  Uuid: 'uuid',
  Integer: 'int4',
};

generatorHelper.generatorHandler({
  onManifest: () => ({ prettyName: 'table map', defaultOutput: './generated/table-map.ts' }),
  async onGenerate({ dmmf, generator }) {
    const { models, enums } = dmmf.datamodel;
    const enumNames = Object.fromEntries(enums.map(({ name, dbName }) => [name, dbName ?? name]));
    const columnOf = (model: (typeof models)[number], name: string) =>
      model.fields.find((field) => field.name === name)?.dbName ?? name;
    const keyOf = ({ fields, primaryKey, uniqueFields }: (typeof models)[number]): readonly string[] => {
      const single = fields.find(({ isId }) => isId) ?? fields.find(({ isUnique }) => isUnique);
      return primaryKey?.fields ?? (single ? [single.name] : (uniqueFields[0] ?? []));
    };
    const map = Object.fromEntries(
      models.map((model) => {
        const columns = model.fields.flatMap(({ name, kind, type, isList, isRequired, dbName, nativeType }) =>
          kind === 'object'
            ? []
            : [
                [
                  name,
                  {
                    column: dbName ?? name,
                    type,
                    cast:
                      kind === 'enum'
                        ? `"${enumNames[type]}"`
                        : (NATIVE_CASTS[nativeType?.[0] ?? ''] ?? CASTS[type] ?? 'text'),
                    isList,
                    isRequired,
                  },
                ],
              ],
        );
        const relations = model.fields.flatMap((field) => {
          if (field.kind !== 'object') return [];
          const other = models.find(({ name }) => name === field.type);
          const holdsKey = (field.relationFromFields ?? []).length > 0;
          const back = other?.fields.find(
            ({ relationName, name }) =>
              relationName === field.relationName && !(other === model && name === field.name),
          );
          const keys = holdsKey
            ? { own: field.relationFromFields ?? [], foreign: field.relationToFields ?? [] }
            : { own: [...(back?.relationToFields ?? [])], foreign: [...(back?.relationFromFields ?? [])] };
          if (!other) return [];
          const own = keys.own.map((name) => columnOf(model, name));
          const foreign = keys.foreign.map((name) => columnOf(other, name));
          return [[field.name, { to: field.type, isList: field.isList, isRequired: field.isRequired, own, foreign }]];
        });
        return [
          model.name,
          {
            name: model.dbName ?? model.name,
            key: keyOf(model).map((name) => columnOf(model, name)),
            columns: Object.fromEntries(columns),
            relations: Object.fromEntries(relations),
          },
        ];
      }),
    );
    const output = generator.output?.value;
    if (!output) throw new Error('the table map has no output');
    writeFileSync(
      output,
      `import type { TableMap } from '../table-map.ts';\n\nexport const tableMap = ${JSON.stringify(map, null, 1)} satisfies TableMap;\n`,
    );
  },
});
