import { builder } from '../builder.ts';
import { forbidden } from '../errors.ts';
import { staffOrganizationIds } from '../webhooks/staff-access.ts';

type DraftNotice = { organizationId: number };

const DispatchDraftNews = builder.objectRef<DraftNotice>('DispatchDraftNews').implement({
  description: 'A draft of the dispatch board changed.',
  fields: (t) => ({
    organizationId: t.exposeInt('organizationId', { description: 'The organization whose staff it belongs to.' }),
  }),
});

async function* among(notices: AsyncIterable<DraftNotice>, ids: readonly number[]): AsyncGenerator<DraftNotice> {
  for await (const notice of notices) if (ids.includes(notice.organizationId)) yield notice;
}

builder.subscriptionField('dispatchDraftNews', (t) =>
  t.field({
    type: DispatchDraftNews,
    description:
      "Changes of drafts of the dispatch board by staff of the viewer's organizations, sent when they are committed. For staff.",
    subscribe: async (_root, _args, context) => {
      const ids = staffOrganizationIds(context);
      if (ids.length === 0) throw forbidden('You may not see the dispatch board.');
      return among(await context.live.drafts(), ids);
    },
    resolve: (notice) => notice,
  }),
);
