import { createHash } from 'node:crypto';
import { inTransaction } from '@channel/prisma';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { FieldErrors } from '../errors.ts';
import { atMost } from '../shared/bounded-arguments.ts';
import { administeredOrganization, record } from '../shared/edit.ts';
import { Media } from './media.ts';
import { FILENAME, isActive, typeOf } from './picture-content.ts';

/** What the limit of the texts of a request leaves for a picture, in Base64. */
const MAX_BASE64 = 190_000;
const MAX_KILOBYTES = Math.floor((MAX_BASE64 * 3) / 4 / 1_024);

type Sent = { organizationId: number; filename: string; base64: string };

/** @throws a validation error for what is no picture */
function checked({ filename, base64 }: Sent): { bytes: Buffer; contentType: string } {
  const fieldErrors = new FieldErrors();
  const bytes = Buffer.from(base64, 'base64');
  const contentType = typeOf(bytes) ?? '';
  if (!FILENAME.test(filename))
    fieldErrors.add(['filename'], 'must be a file name of at most 200 letters, digits, ".", "_" and "-".');
  if (bytes.toString('base64') !== base64) fieldErrors.add(['base64'], 'must be in Base64.');
  else if (contentType === '') fieldErrors.add(['base64'], 'must be a picture in PNG, JPEG, GIF, WebP, AVIF or SVG.');
  else if (isActive(bytes)) fieldErrors.add(['base64'], 'must hold no scripts and load nothing.');
  fieldErrors.throwIfAny();
  return { bytes, contentType };
}

/** Stores a picture, unless it is stored already. @returns its storage key */
async function add(context: Context, sent: Sent): Promise<string> {
  const organizationId = administeredOrganization(context, sent.organizationId);
  const { bytes, contentType } = checked(sent);
  const { filename } = sent;
  const storageKey = createHash('sha256').update(bytes).digest('hex');
  // First, and outside of the transaction: a row without its content would be a broken picture, the reverse is nothing.
  await context.keep(storageKey, bytes, contentType);
  await inTransaction(context.db, async (tx) => {
    const [made] = await tx.media.createManyAndReturn({
      data: { filename, storageKey, contentType, byteSize: bytes.length },
      skipDuplicates: true,
      select: { id: true },
    });
    const after = { filename, key: storageKey, contentType, byteSize: bytes.length };
    if (made) await record(tx, context, { entity: 'picture', entityId: made.id, organizationId }, 'create', { after });
  });
  return storageKey;
}

builder.mutationField('addPicture', (t) =>
  t.prismaField({
    type: Media,
    description: `Stores a picture, whose \`key\` products name. At most ${MAX_KILOBYTES} KB: larger ones come by the import. Everyone who knows its address can read it. A picture that is there already is answered as it is. For administrators.`,
    args: {
      organizationId: t.arg.int({ required: true, description: 'The organization that adds it.' }),
      filename: t.arg.string({
        required: true,
        description: 'The name offered when the file is saved: letters, digits, `.`, `_` and `-`.',
      }),
      base64: t.arg.string({
        required: true,
        description: 'The content in Base64: PNG, JPEG, GIF, WebP, AVIF, or SVG that runs and loads nothing.',
        extensions: atMost(MAX_BASE64),
      }),
    },
    resolve: async (query, _root, sent, context) => {
      const storageKey = await add(context, sent);
      const named = { storageKey_filename: { storageKey, filename: sent.filename } };
      return context.db.media.findUniqueOrThrow({ ...query, where: named });
    },
  }),
);
