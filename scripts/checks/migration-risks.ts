import { isWithoutTransaction, type Migration } from '@channel/prisma';
import type { ColumnDef, Constraint, Node, RawStmt } from '@pgsql/types';
import { parse } from 'libpg-query';

/*
 * What of a migration would be noticed while the programs of the last release still run: statements that hold a lock
 * while they read or write a whole table, and those that take away what the last release reads. Everything else that
 * this file does not know is a risk, too.
 */

/** The tables of the last release and their columns: its programs read them until all of them are replaced. */
export type Released = Readonly<Record<string, readonly string[]>>;

/** The file of a release with its last migration and its tables; in the folder of the compatibility check. */
export const DATABASE = 'database.json';

/** What may be noticed of a migration, and what to write instead. */
export type Risk = { migration: string; rule: Rule; advice: string };

const ADVICE = {
  transaction: 'The migrator begins, ends and records the transaction of a migration: remove BEGIN, COMMIT and SET.',
  alone:
    'A migration that begins with `-- without a transaction` is one statement that can be repeated: an index that is built or dropped concurrently with `if [not] exists`, or a `do` block that commits after each part.',
  index: 'Build and drop an index concurrently, in a migration of its own that begins with `-- without a transaction`.',
  validate: 'Add a constraint NOT VALID, and validate it in a later migration.',
  'unique-constraint': 'Build a unique index concurrently, and add the constraint USING INDEX in a later migration.',
  'not-null':
    'Add a check (… is not null) NOT VALID, validate it in a later migration, and then accept this with the name of the check.',
  rewrite: 'Add a nullable column, fill it in parts, and switch to it in the next release.',
  'added-not-null': 'The last release writes rows without this column: give it a default, or let it be null.',
  released: 'The last release uses it: stop its use in one release, and remove it in the next one.',
  backfill:
    'Change rows in parts, in a `do` block that commits after each, which begins with `-- without a transaction`.',
  unknown: 'It is not known whether this blocks others or breaks the last release. Say why it does not.',
} as const;

type Rule = keyof typeof ADVICE;

/**
 * Finds the risks of migrations. A comment such as `-- accepted not-null: order_has_client is validated` accepts those of
 * a rule in its file.
 *
 * @throws when a migration can't be parsed
 */
export async function findRisks(migrations: readonly Migration[], released: Released): Promise<Risk[]> {
  const found: Risk[] = [];
  for (const { name, sql } of migrations) {
    const { stmts = [] } = await parse(sql);
    const accepted = new Set(Array.from(sql.matchAll(/^-- accepted ([a-z-]+): \S.{9,}$/gm), ([, rule]) => rule));
    const rules = new Set(rulesOf(stmts, isWithoutTransaction(sql), released));
    for (const rule of rules) if (!accepted.has(rule)) found.push({ migration: name, rule, advice: ADVICE[rule] });
  }
  return found;
}

function rulesOf(statements: readonly RawStmt[], isAlone: boolean, released: Released): Rule[] {
  const nodes = statements.flatMap(({ stmt }) => stmt ?? []);
  const own = new Set(nodes.flatMap((node) => ('CreateStmt' in node ? (node.CreateStmt.relation?.relname ?? []) : [])));
  if (isAlone || nodes.some(isConcurrent))
    return isAlone && nodes.length === 1 && nodes.every(mayBeAlone) ? [] : ['alone'];
  const added = new Set<string>();
  return nodes.flatMap((node) => rulesOfStatement(node, { own, added, released }));
}

const isConcurrent = (node: Node): boolean =>
  ('IndexStmt' in node && node.IndexStmt.concurrent === true) ||
  ('DropStmt' in node && node.DropStmt.concurrent === true);

function mayBeAlone(node: Node): boolean {
  if ('IndexStmt' in node) return isConcurrent(node) && node.IndexStmt.if_not_exists === true;
  if ('DropStmt' in node) return isConcurrent(node) && node.DropStmt.missing_ok === true;
  return 'DoStmt' in node && /\bcommit\b/i.test(JSON.stringify(node.DoStmt.args));
}

/** Statements that take no lock for long and break no reader. */
const HARMLESS = [
  'CreateStmt',
  'CreateFunctionStmt',
  'CreateTrigStmt',
  'CreateEnumStmt',
  'CreateSeqStmt',
  'CreateStatsStmt',
  'CreateExtensionStmt',
  'ViewStmt',
  'CommentStmt',
  'GrantStmt',
  'AlterEnumStmt',
];

/**
 * @member own the tables that the migration creates, which nobody else sees yet
 * @member added the tables to which it has added constraints so far
 */
type Scope = { own: ReadonlySet<string>; added: Set<string>; released: Released };

function rulesOfStatement(node: Node, scope: Scope): Rule[] {
  const isOwn = (name: string | undefined) => name !== undefined && scope.own.has(name);
  if (HARMLESS.some((kind) => kind in node)) return [];
  if ('TransactionStmt' in node || 'VariableSetStmt' in node) return ['transaction'];
  if ('IndexStmt' in node) return isOwn(node.IndexStmt.relation?.relname) ? [] : ['index'];
  if ('InsertStmt' in node) {
    const { relation, selectStmt, withClause } = node.InsertStmt;
    const hasValues = selectStmt && 'SelectStmt' in selectStmt && selectStmt.SelectStmt.valuesLists && !withClause;
    return hasValues || isOwn(relation?.relname) ? [] : ['backfill'];
  }
  if ('UpdateStmt' in node) return isOwn(node.UpdateStmt.relation?.relname) ? [] : ['backfill'];
  if ('DeleteStmt' in node) return isOwn(node.DeleteStmt.relation?.relname) ? [] : ['backfill'];
  if ('MergeStmt' in node || 'DoStmt' in node) return ['backfill'];
  if ('DropStmt' in node)
    return node.DropStmt.removeType === 'OBJECT_INDEX' ? ['index'] : droppedOf(node.DropStmt, scope);
  if ('RenameStmt' in node) return isOwn(node.RenameStmt.relation?.relname) ? [] : ['released'];
  if ('AlterTableStmt' in node) {
    const { relation, cmds = [] } = node.AlterTableStmt;
    const table = relation?.relname ?? '';
    if (isOwn(table)) return [];
    return cmds.flatMap((command) => rulesOfCommand(command, table, scope));
  }
  return ['unknown'];
}

type Drop = Extract<Node, { DropStmt: unknown }>['DropStmt'];

function droppedOf({ removeType, objects = [] }: Drop, { released }: Scope): Rule[] {
  if (removeType !== 'OBJECT_TABLE') return ['unknown'];
  const names = objects.flatMap((each) => ('List' in each ? (each.List.items?.at(-1) ?? []) : []));
  return names.some((each) => !('String' in each) || (each.String.sval ?? '') in released) ? ['released'] : [];
}

/** Commands of ALTER TABLE that change the catalogue alone, and take nothing from a reader. */
const CATALOGUE = ['AT_DropNotNull', 'AT_SetStatistics', 'AT_SetRelOptions', 'AT_ColumnDefault'];

function rulesOfCommand(node: Node, table: string, { added, released }: Scope): Rule[] {
  if (!('AlterTableCmd' in node)) return ['unknown'];
  const { subtype = '', name = '', def } = node.AlterTableCmd;
  if (CATALOGUE.includes(subtype)) return [];
  if (subtype === 'AT_AddColumn' && def && 'ColumnDef' in def) return rulesOfColumn(def.ColumnDef);
  if (subtype === 'AT_AddConstraint' && def && 'Constraint' in def) {
    added.add(table);
    return rulesOfConstraint(def.Constraint);
  }
  // The lock of the addition would be held while the rows are read.
  if (subtype === 'AT_ValidateConstraint') return added.has(table) ? ['validate'] : [];
  if (subtype === 'AT_SetNotNull') return ['not-null'];
  if (subtype === 'AT_DropColumn') return released[table]?.includes(name) ? ['released'] : [];
  return subtype === 'AT_AlterColumnType' ? ['rewrite'] : ['unknown'];
}

function rulesOfConstraint({ contype, skip_validation, indexname }: Constraint): Rule[] {
  if (contype === 'CONSTR_CHECK' || contype === 'CONSTR_FOREIGN') return skip_validation ? [] : ['validate'];
  return indexname ? [] : ['unique-constraint'];
}

function rulesOfColumn({ typeName, constraints = [] }: ColumnDef): Rule[] {
  const all = constraints.flatMap((each) => ('Constraint' in each ? each.Constraint : []));
  const initial = all.find(({ contype }) => contype === 'CONSTR_DEFAULT');
  const type = typeName?.names?.at(-1);
  const isSerial = type !== undefined && 'String' in type && /serial$/.test(type.String.sval ?? '');
  return [
    ...(isSerial || (initial?.raw_expr && !isStable(initial.raw_expr)) ? (['rewrite'] as const) : []),
    ...all.flatMap(({ contype }): Rule[] => {
      if (contype === 'CONSTR_NOTNULL') return initial ? [] : ['added-not-null'];
      if (contype === 'CONSTR_GENERATED' || contype === 'CONSTR_IDENTITY') return ['rewrite'];
      if (contype === 'CONSTR_CHECK' || contype === 'CONSTR_FOREIGN') return ['validate'];
      return contype === 'CONSTR_UNIQUE' || contype === 'CONSTR_PRIMARY' ? ['unique-constraint'] : [];
    }),
  ];
}

/** Whether a default has one value for all existing rows, so that none of them is written. */
function isStable(node: Node): boolean {
  if ('A_Const' in node || 'SQLValueFunction' in node) return true;
  if ('TypeCast' in node) return node.TypeCast.arg !== undefined && isStable(node.TypeCast.arg);
  if ('A_ArrayExpr' in node) return (node.A_ArrayExpr.elements ?? []).every(isStable);
  if (!('FuncCall' in node)) return false;
  const name = node.FuncCall.funcname?.at(-1);
  return name !== undefined && 'String' in name && name.String.sval === 'now';
}
