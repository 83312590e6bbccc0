import { isWithoutTransaction, type Migration } from '@channel/prisma';
import type { ColumnDef, Constraint, CreateStmt, DropStmt, InsertStmt, Node, RangeVar } from '@pgsql/types';
import { parse } from 'libpg-query';

/*
 * What of a migration would be noticed while the programs of the last release still run: statements that hold a lock
 * while they read or write a whole table, and those that take away what the last release reads. Everything else that
 * this file does not know is a risk, too.
 */

/** The tables of the last release and their columns: its programs read them until all of them are replaced. */
export type Released = Readonly<Record<string, readonly string[]>>;

/** The file of a release with its migrations and its tables; in the folder of the compatibility check. */
export const DATABASE = 'database.json';

/** What may be noticed of a migration, and what to write instead. */
export type Risk = { migration: string; rule: Rule; advice: string };

const ADVICE = {
  transaction: 'The migrator begins, ends and records the transaction of a migration: remove BEGIN, COMMIT and SET.',
  alone:
    'A migration that begins with `-- without a transaction` is one statement that can be repeated: an index that is built or dropped concurrently with `if [not] exists`, or a `do` block that changes rows in a loop and commits after each part.',
  held: 'Locks are held until the end of a migration: read and write rows in one of their own.',
  several: 'Alter one existing table in a migration: its lock is held while the next statement waits for another one.',
  index: 'Build and drop an index concurrently, in a migration of its own that begins with `-- without a transaction`.',
  validate: 'Add a constraint NOT VALID, and validate it in a later migration.',
  restricts: 'The last release may write what this constraint rejects: say why it does not.',
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

/** What no reason makes harmless. */
const NEVER_ACCEPTED: readonly Rule[] = ['transaction', 'alone', 'held'];

/**
 * Finds the risks of migrations. A comment above a statement such as `-- accepted not-null: order_has_client is
 * validated` accepts those of a rule in it.
 *
 * @throws with the name of a migration that can't be parsed
 */
export async function findRisks(migrations: readonly Migration[], released: Released): Promise<Risk[]> {
  const found: Risk[] = [];
  for (const { name, sql } of migrations) {
    for (const rule of new Set(rulesOf(await statementsOf(name, sql), isWithoutTransaction(sql), released)))
      found.push({ migration: name, rule, advice: ADVICE[rule] });
  }
  return found;
}

type Statement = { node: Node; accepted: ReadonlySet<string> };

async function statementsOf(name: string, sql: string): Promise<Statement[]> {
  // The parser refuses a file without a statement.
  const { stmts = [] } = await parse(`${sql}\n;select`).catch((error: Error) => {
    throw new Error(`Migration ${name}: ${error.message}`, { cause: error });
  });
  const bytes = Buffer.from(sql);
  let end = 0;
  return stmts.slice(0, -1).flatMap(({ stmt, stmt_location = 0, stmt_len }) => {
    // The place of a statement is that of its first word: the comments above it follow the statement before it.
    const text = bytes.subarray(end).toString();
    end = stmt_len ? stmt_location + stmt_len : bytes.length;
    const [comments = ''] = /^(?:\s*;)?(?:\s*--[^\n]*\n)*/.exec(text) ?? [];
    const accepted = Array.from(comments.matchAll(/^\s*-- accepted ([a-z-]+): \S.{9,}$/gm), ([, rule = '']) => rule);
    return stmt ? { node: stmt, accepted: new Set(accepted) } : [];
  });
}

function rulesOf(statements: readonly Statement[], isAlone: boolean, released: Released): Rule[] {
  const nodes = statements.map(({ node }) => node);
  if (isAlone || nodes.some(isConcurrent))
    return isAlone && nodes.length === 1 && nodes.every(mayBeAlone) ? [] : ['alone'];
  const scope: Scope = {
    own: ownOf(nodes, released),
    types: new Set(nodes.flatMap(enumOf)),
    locked: new Set(),
    released,
  };
  return statements.flatMap(({ node, accepted }) =>
    rulesOfStatement(node, scope).filter((rule) => NEVER_ACCEPTED.includes(rule) || !accepted.has(rule)),
  );
}

/** The tables that a migration creates: nobody else sees them yet. */
function ownOf(nodes: readonly Node[], released: Released): ReadonlySet<string> {
  const names = nodes.flatMap((node) => {
    if (!('CreateStmt' in node) || node.CreateStmt.if_not_exists) return [];
    const { relname = '', relpersistence } = node.CreateStmt.relation ?? {};
    return relpersistence === 'p' && !Object.hasOwn(released, relname) ? [relname] : [];
  });
  return new Set(names);
}

const enumOf = (node: Node): string[] => ('CreateEnumStmt' in node ? [nameOf(node.CreateEnumStmt.typeName)] : []);

/** The last part of a name; empty where there is none. */
function nameOf(parts: readonly Node[] = []): string {
  const last = parts.at(-1);
  return last && 'String' in last ? (last.String.sval ?? '') : '';
}

const isConcurrent = (node: Node): boolean =>
  ('IndexStmt' in node && node.IndexStmt.concurrent === true) ||
  ('DropStmt' in node && node.DropStmt.concurrent === true);

function mayBeAlone(node: Node): boolean {
  if ('IndexStmt' in node) return isConcurrent(node) && node.IndexStmt.if_not_exists === true;
  if ('DropStmt' in node) return isConcurrent(node) && node.DropStmt.missing_ok === true;
  return 'DoStmt' in node && node.DoStmt.args !== undefined && changesInParts(node.DoStmt.args);
}

/** Whether the block of a `do` statement changes rows in a loop that commits, and nothing but rows. */
function changesInParts(args: readonly Node[]): boolean {
  const body = args.map((each) => ('DefElem' in each ? nameOf(each.DefElem.arg && [each.DefElem.arg]) : '')).join(' ');
  const code = body.replace(/--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'/g, ' ');
  const isLoop = /\bloop\b[\s\S]*\bcommit\s*;[\s\S]*\bend\s+loop\b/i.test(code);
  return isLoop && !/\b(alter|cluster|create|drop|execute|grant|lock|reindex|revoke|truncate|vacuum)\b/i.test(code);
}

/** What a statement meets in its migration. */
type Scope = {
  own: ReadonlySet<string>;
  /** The enumerations that it creates. */
  types: ReadonlySet<string>;
  /** The existing tables that it has locked so far. */
  locked: Set<string>;
  released: Released;
};

const isOwn = (relation: RangeVar | undefined, { own }: Scope): boolean =>
  own.has(relation?.relname ?? '') && (relation?.schemaname ?? 'public') === 'public';

/** Locks an existing table against reads until the end of the migration. */
function lockedBy(relation: RangeVar | undefined, { locked }: Scope): Rule[] {
  const others = locked.size;
  locked.add(relation?.relname ?? '');
  return others > 0 && locked.size > others ? ['several'] : [];
}

function rulesOfStatement(node: Node, scope: Scope): Rule[] {
  if ('TransactionStmt' in node || 'VariableSetStmt' in node) return ['transaction'];
  if ('CreateStmt' in node) return rulesOfTable(node.CreateStmt, scope);
  if ('IndexStmt' in node) return isOwn(node.IndexStmt.relation, scope) ? [] : ['index'];
  if ('InsertStmt' in node) return isFewRows(node.InsertStmt) ? [] : rulesOfRows(node.InsertStmt.relation, scope);
  if ('UpdateStmt' in node) return rulesOfRows(node.UpdateStmt.relation, scope);
  if ('DeleteStmt' in node) return rulesOfRows(node.DeleteStmt.relation, scope);
  if ('MergeStmt' in node || 'DoStmt' in node) return ['backfill'];
  if ('DropStmt' in node) return rulesOfDrop(node.DropStmt, scope);
  if ('RenameStmt' in node) return isOwn(node.RenameStmt.relation, scope) ? [] : ['released'];
  if ('AlterTableStmt' in node) {
    const { relation, cmds = [], objtype } = node.AlterTableStmt;
    if (objtype !== 'OBJECT_TABLE') return ['unknown'];
    if (isOwn(relation, scope)) return [];
    const isHeld = scope.locked.size > 0 && cmds.some(isValidation);
    const several = lockedBy(relation, scope);
    return [
      ...several,
      ...(isHeld ? ['held' as const] : []),
      ...cmds.flatMap((each) => rulesOfCommand(each, relation?.relname ?? '', scope, cmds)),
    ];
  }
  return isHarmless(node, scope) ? [] : ['unknown'];
}

/** Statements that take no lock for long and break no reader. */
function isHarmless(node: Node, scope: Scope): boolean {
  if ('CreateTrigStmt' in node) return isOwn(node.CreateTrigStmt.relation, scope);
  if ('CreateFunctionStmt' in node) return !node.CreateFunctionStmt.replace;
  if ('ViewStmt' in node) return !node.ViewStmt.replace;
  if ('GrantStmt' in node) return node.GrantStmt.is_grant === true;
  if ('AlterEnumStmt' in node) return node.AlterEnumStmt.oldVal === undefined;
  if ('CreateExtensionStmt' in node) return !JSON.stringify(node.CreateExtensionStmt.options ?? []).includes('cascade');
  return ['CreateEnumStmt', 'CreateSeqStmt', 'CreateStatsStmt', 'CommentStmt'].some((kind) => kind in node);
}

/** A foreign key locks the table that it references against writes. */
function rulesOfTable({ inhRelations, tableElts = [] }: CreateStmt, scope: Scope): Rule[] {
  if (inhRelations) return ['unknown'];
  const constraints = tableElts.flatMap((each) =>
    'Constraint' in each ? each : 'ColumnDef' in each ? (each.ColumnDef.constraints ?? []) : [],
  );
  for (const each of constraints) {
    const referenced = 'Constraint' in each ? each.Constraint.pktable : undefined;
    if (referenced && !isOwn(referenced, scope)) scope.locked.add(referenced.relname ?? '');
  }
  return [];
}

/** @param relation the table whose rows change */
function rulesOfRows(relation: RangeVar | undefined, scope: Scope): Rule[] {
  if (!isOwn(relation, scope)) return ['backfill'];
  return scope.locked.size > 0 ? ['held'] : [];
}

/** Whether the rows stand in the statement itself. */
function isFewRows({ selectStmt, withClause, onConflictClause }: InsertStmt): boolean {
  if (withClause || (onConflictClause && onConflictClause.action !== 'ONCONFLICT_NOTHING')) return false;
  const rows = selectStmt && 'SelectStmt' in selectStmt ? selectStmt.SelectStmt.valuesLists : undefined;
  return rows?.every((row) => 'List' in row && (row.List.items ?? []).every(isStable)) ?? false;
}

function rulesOfDrop({ removeType, objects = [], behavior }: DropStmt, { released }: Scope): Rule[] {
  if (removeType === 'OBJECT_INDEX') return ['index'];
  if (removeType !== 'OBJECT_TABLE' || behavior === 'DROP_CASCADE') return ['unknown'];
  const names = objects.map((each) => ('List' in each ? nameOf(each.List.items) : ''));
  return names.some((name) => Object.hasOwn(released, name)) ? ['released'] : [];
}

const isValidation = (node: Node): boolean =>
  'AlterTableCmd' in node && node.AlterTableCmd.subtype === 'AT_ValidateConstraint';

/** Commands of ALTER TABLE that change the catalogue alone, and take nothing from a reader. */
const CATALOGUE = ['AT_DropNotNull', 'AT_SetStatistics', 'AT_SetRelOptions'];

/** @param beside all commands of the statement */
function rulesOfCommand(node: Node, table: string, scope: Scope, beside: readonly Node[]): Rule[] {
  if (!('AlterTableCmd' in node)) return ['unknown'];
  const { subtype = '', name = '', def, behavior } = node.AlterTableCmd;
  if (behavior === 'DROP_CASCADE') return ['unknown'];
  if (CATALOGUE.includes(subtype)) return [];
  const isReleased = scope.released[table]?.includes(name) ?? false;
  if (subtype === 'AT_ColumnDefault') return def === undefined && isReleased ? ['released'] : [];
  if (subtype === 'AT_AddColumn' && def && 'ColumnDef' in def) return rulesOfColumn(def.ColumnDef, scope);
  if (subtype === 'AT_AddConstraint' && def && 'Constraint' in def) return rulesOfConstraint(def.Constraint, scope);
  if (subtype === 'AT_ValidateConstraint') return beside.every(isValidation) ? [] : ['held'];
  if (subtype === 'AT_SetNotNull') return ['not-null'];
  if (subtype === 'AT_DropColumn') return isReleased ? ['released'] : [];
  return subtype === 'AT_AlterColumnType' ? ['rewrite'] : ['unknown'];
}

function rulesOfConstraint({ contype, skip_validation, indexname, pktable }: Constraint, scope: Scope): Rule[] {
  if (pktable && !isOwn(pktable, scope)) scope.locked.add(pktable.relname ?? '');
  if (contype === 'CONSTR_CHECK' || contype === 'CONSTR_FOREIGN')
    return skip_validation ? ['restricts'] : ['validate', 'restricts'];
  if (!indexname) return ['unique-constraint'];
  // It reads all rows for nulls.
  return contype === 'CONSTR_PRIMARY' ? ['not-null'] : [];
}

/** Types whose columns are added without a look at the rows; a domain would check each of them. */
const TYPES =
  /^(bool|bytea|date|float[48]|int[248]|jsonb?|numeric|text|time|timestamp|timestamptz|tsvector|uuid|varchar)$/;

function rulesOfColumn({ typeName, constraints = [] }: ColumnDef, { types }: Scope): Rule[] {
  const all = constraints.flatMap((each) => ('Constraint' in each ? each.Constraint : []));
  const initial = all.find(({ contype }) => contype === 'CONSTR_DEFAULT')?.raw_expr;
  const isNull = initial && 'A_Const' in initial && initial.A_Const.isnull === true;
  const type = nameOf(typeName?.names);
  const rules: Rule[] = all.flatMap(({ contype }): Rule[] => {
    if (contype === 'CONSTR_NOTNULL') return initial && !isNull ? [] : ['added-not-null'];
    if (contype === 'CONSTR_GENERATED' || contype === 'CONSTR_IDENTITY') return ['rewrite'];
    if (contype === 'CONSTR_CHECK' || contype === 'CONSTR_FOREIGN') return ['validate'];
    return contype === 'CONSTR_UNIQUE' || contype === 'CONSTR_PRIMARY' ? ['unique-constraint'] : [];
  });
  if (/serial\d?$/.test(type) || (initial && !isStable(initial))) rules.push('rewrite');
  else if (!TYPES.test(type) && !types.has(type)) rules.push('unknown');
  return rules;
}

/** Whether an expression has one value for all rows, so that none of them is written for it. */
function isStable(node: Node): boolean {
  if ('A_Const' in node || 'SQLValueFunction' in node) return true;
  if ('TypeCast' in node) return node.TypeCast.arg !== undefined && isStable(node.TypeCast.arg);
  if ('A_ArrayExpr' in node) return (node.A_ArrayExpr.elements ?? []).every(isStable);
  if (!('FuncCall' in node)) return false;
  const { funcname = [] } = node.FuncCall;
  return nameOf(funcname) === 'now' && (funcname.length === 1 || nameOf(funcname.slice(0, 1)) === 'pg_catalog');
}
