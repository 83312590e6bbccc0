import { fieldSql, member } from 'graphql-sql';
import { builder } from '../builder.ts';
import { mediaUrl, mediaUrlSql } from '../shared/addresses.ts';

export const Media = builder.prismaObject('Media', {
  fields: (t) => ({
    mediaId: t.exposeInt('id', { description: "The file's id." }),
    filename: t.exposeString('filename'),
    key: t.string({
      description: 'SHA-256 of its content: the part of the address by which a product refers to it.',
      extensions: fieldSql((row) => ({ value: member(row, 'storageKey') })),
      resolve: ({ storageKey }) => storageKey,
    }),
    url: t.string({
      description: 'Address of the file, which is public to everyone who knows it.',
      extensions: mediaUrlSql,
      resolve: (media, _args, { settings }) => mediaUrl(settings, media),
    }),
  }),
});

builder.prismaObject('ProductVideo', {
  name: 'Video',
  fields: (t) => ({
    videoCode: t.exposeString('videoCode'),
    type: t.exposeString('type'),
    url: t.exposeString('url'),
  }),
});
