import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readMigrations } from '@channel/prisma';
import { expect, it } from 'vitest';
import { root } from '../set-up/project.mjs';
import { RELEASE } from './compatibility.ts';
import { DATABASE, findRisks, type Released } from './migration-risks.ts';

const released: Released = { booking: ['id', 'note'] };

const rulesOf = async (sql: string) => (await findRisks([{ name: 'planted', sql }], released)).map(({ rule }) => rule);

const ALONE = '-- without a transaction\n';

it('nobody notices the migrations since the last release', async () => {
  const { migrations, tables } = JSON.parse(readFileSync(join(root, RELEASE, DATABASE), 'utf8'));
  const all = await readMigrations();
  expect(all.map(({ name }) => name)).toEqual(expect.arrayContaining(migrations));
  expect(Object.keys(tables)).toContain('booking');
  const later = all.filter(({ name }) => !migrations.includes(name));
  expect(await findRisks(later, tables)).toEqual([]);
});

it.each([
  ['transaction', 'set lock_timeout = 0; create table a (id int)'],
  ['transaction', 'begin; create table a (id int); commit'],
  ['index', 'create index booking_note on booking (note)'],
  ['index', 'drop index booking_note'],
  ['alone', 'create index concurrently if not exists booking_note on booking (note)'],
  ['alone', `${ALONE}create index concurrently booking_note on booking (note)`],
  ['alone', `${ALONE}create index if not exists booking_note on booking (note)`],
  ['alone', `${ALONE}create index concurrently if not exists a on booking (note); create table a (id int)`],
  ['alone', `${ALONE}drop index concurrently booking_note`],
  ['alone', `${ALONE}do $$ begin update booking set note = ''; end $$`],
  ['alone', `${ALONE}update booking set note = ''`],
  ['validate', 'alter table booking add constraint short check (length(note) < 9)'],
  ['validate', 'alter table booking add constraint buyer foreign key (note) references buyer'],
  ['held', 'alter table booking add constraint short check (true) not valid, validate constraint short'],
  ['held', 'alter table booking add check (true) not valid; alter table booking validate constraint booking_check'],
  ['validate', 'alter table booking add column age int check (age > 0)'],
  ['validate', 'alter table booking add column buyer_id int references buyer'],
  ['unique-constraint', 'alter table booking add constraint one unique (note)'],
  ['unique-constraint', 'alter table booking add primary key (note)'],
  ['unique-constraint', 'alter table booking add column code int unique'],
  ['not-null', 'alter table booking alter column note set not null'],
  ['rewrite', 'alter table booking alter column note type varchar(9)'],
  ['rewrite', 'alter table booking add column key uuid default gen_random_uuid()'],
  ['rewrite', 'alter table booking add column number bigserial'],
  ['rewrite', 'alter table booking add column number int generated always as identity'],
  ['rewrite', 'alter table booking add column upper text generated always as (upper(note)) stored'],
  ['added-not-null', 'alter table booking add column age int not null'],
  ['released', 'alter table booking drop column note'],
  ['released', 'alter table booking rename column note to remark'],
  ['released', 'alter table booking rename to reservation'],
  ['released', 'drop table booking'],
  ['released', 'drop table if exists public.booking, other'],
  ['backfill', "update booking set note = ''"],
  ['backfill', 'with old as (delete from booking returning id) insert into permission values (1)'],
  ['unknown', 'with old as (delete from booking returning id) select id from old'],
  ['unknown', 'select stamp_everything()'],
  ['unknown', 'alter table booking drop constraint one'],
  ['backfill', 'delete from booking'],
  ['backfill', 'insert into booking (id) select id from other'],
  ['backfill', 'merge into booking using other on true when matched then delete'],
  ['backfill', "do $$ begin update booking set note = ''; end $$"],
  ['restricts', 'alter table booking add constraint none check (false) not valid'],
  ['held', 'create table child (id int references booking); insert into child select id from booking'],
  ['held', 'alter table booking add column age int; alter table booking validate constraint short'],
  ['held', 'alter table booking add column age int; create table n (id int); insert into n select id from booking'],
  ['several', 'alter table booking add column age int; alter table buyer add column age int'],
  ['backfill', "create temp table booking (id int); update public.booking set note = ''"],
  ['released', 'create temp table booking (id int); alter table booking drop column note'],
  ['index', 'create table if not exists booking (id int); create index on booking (id)'],
  ['backfill', 'create table visit (id int); update other.visit set id = 1'],
  ['unknown', 'create or replace view orders as select 1'],
  ['unknown', 'create or replace function f() returns int language sql as $$ select 1; $$'],
  ['unknown', 'create trigger t before insert on booking for each row execute function f()'],
  ['unknown', "alter type state rename value 'a' to 'b'"],
  ['unknown', 'revoke select on booking from channel_application'],
  ['unknown', 'create table part partition of booking for values in (1)'],
  ['unknown', 'create table child () inherits (booking)'],
  ['unknown', 'alter type pair add attribute c int cascade'],
  ['unknown', 'create extension postgis cascade'],
  ['released', 'alter table booking alter column note drop default'],
  ['added-not-null', 'alter table booking add column age int not null default null'],
  ['unknown', 'alter table booking drop column never_released cascade'],
  ['unknown', 'drop table never_released cascade'],
  ['unknown', 'alter table booking add column age positive'],
  ['rewrite', 'alter table booking add column at timestamptz default other.now()'],
  ['not-null', 'alter table booking add primary key using index booking_note'],
  ['alone', `${ALONE}do $$ begin update booking set note = ''; /* loop commit; end loop */ end $$`],
  ['alone', `${ALONE}do $$ begin loop update booking set note = 'commit; end loop'; end loop; end $$`],
  ['alone', `${ALONE}do $$ begin loop alter table booking drop column note; commit; end loop; end $$`],
  ['alone', `${ALONE}-- accepted alone: it is a small table\nupdate booking set note = ''`],
  ['backfill', 'insert into permission values ((select count(*) from booking))'],
  ['backfill', 'insert into permission values (migrate_all())'],
  ['backfill', "insert into permission values ('a') on conflict (name) do update set name = ''"],
  ['transaction', '-- accepted transaction: nothing else is locked\nbegin'],
  [
    'not-null',
    '/*\n-- accepted not-null: booking_has_note is validated\n*/ alter table booking alter column note set not null',
  ],
  ['unknown', '-- accepted unknown: it is an empty table\ntruncate booking; truncate buyer'],
  ['unknown', 'lock table booking'],
  ['unknown', 'cluster booking'],
  ['unknown', 'truncate booking'],
  ['unknown', 'drop function total(int)'],
  ['unknown', 'alter table booking set unlogged'],
  ['unknown', 'reindex table booking'],
])('finds a planted risk: %s: %s', async (rule, sql) => {
  expect(await rulesOf(sql)).toContain(rule);
});

it.each([
  'create table visit (id int primary key, note text not null unique); create index visit_note on visit (note)',
  'create table visit (id int); insert into visit select id from booking; update visit set id = 1; alter table visit alter column id set not null',
  "alter table booking add column age int, add column kind text not null default '', add column at timestamptz not null default now()",
  "alter table booking add column tags text[] not null default array[]::text[], add column more jsonb default '{}'::jsonb",
  '-- accepted restricts: the console allows nothing longer\nalter table booking add constraint short check (length(note) < 9) not valid',
  'alter table booking validate constraint short',
  'alter table booking add constraint one unique using index booking_note',
  'alter table booking alter column note drop not null, alter column note set default 1',
  'alter table booking drop column never_released',
  'drop table never_released',
  "insert into permission (name) values ('a'), ('b') on conflict do nothing",
  "create type state as enum ('a'); alter table booking add column state state default 'a'",
  'create table visit (id int); create trigger t before insert on visit for each row execute function f()',
  'create table visit (id int references booking, buyer int references buyer)',
  '',
  '-- nothing',
  "create function f() returns int language sql as $$ select 1; $$; comment on table booking is 'x'",
  `${ALONE}create unique index concurrently if not exists booking_note on booking (note)`,
  `${ALONE}drop index concurrently if exists booking_note;`,
  `${ALONE}do $$ begin loop update booking set note = '' where note is null; commit; exit when not found; end loop; end $$`,
  '-- accepted not-null: booking_has_note is validated\nalter table booking alter column note set not null',
])('finds nothing in: %s', async (sql) => {
  expect(await rulesOf(sql)).toEqual([]);
});

it('accepts one rule only, and only with a reason', async () => {
  const sql = 'alter table booking alter column note set not null, drop column note';
  expect(await rulesOf(`-- accepted not-null: booking_has_note is validated\n${sql}`)).toEqual(['released']);
  expect(await rulesOf(`-- accepted not-null:\n${sql}`)).toEqual(['not-null', 'released']);
  const twice = `select 'é';\n-- accepted not-null: booking_has_note is validated\n${sql}; ${sql}`;
  expect(await rulesOf(twice)).toEqual(['unknown', 'released', 'not-null']);
});

it('rejects what Postgres could not parse', async () => {
  await expect(rulesOf('alter booking')).rejects.toThrow(/^Migration planted: syntax error/);
});
