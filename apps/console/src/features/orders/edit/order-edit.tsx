'use client';

import { useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { useCommands } from '#components/keyboard/commands.ts';
import { useUnsaved } from '#components/leaving/use-unsaved.ts';
import { useMay } from '#components/rights.tsx';
import { made } from '#lib/made.ts';
import { say } from '#lib/notice.ts';
import { fieldErrorsOf, isProblem } from '#lib/problem.ts';
import { problemText } from '#lib/problem-text.ts';
import { send } from '#lib/send.ts';
import { useViewer } from '#lib/viewer.ts';
import type { Order } from '../order-query.ts';
import { mayChangeQuery, type OrderOptions, optionsQuery } from './choices.ts';
import { type Draft, keepDraft, keptDraft } from './kept-drafts.ts';
import {
  type Edit,
  type Edits,
  errorsByField,
  FIELDS,
  type FieldName,
  inputOf,
  isSame,
  unsendable,
} from './order-fields.ts';
import { UpdateOrder } from './update-order.ts';

export type OrderEdit = {
  /** The latest version of the order in the cache. */
  order: Order;
  /** The order when the editing began; undefined while it is not edited. */
  base: Order | undefined;
  edits: Edits;
  /** The options to choose from; undefined until they are loaded. */
  options: OrderOptions | undefined;
  /** Error messages by field. */
  fieldErrors: Partial<Record<FieldName, string>>;
  /** The reason why the order was not saved; undefined if saving has not failed. */
  refusal: string | undefined;
  isSaving: boolean;
  /** Whether the edits are those of a former visit. */
  isRestored: boolean;
  /** Whether others changed the order since the editing began. */
  isStale: boolean;
  /** Whether the dialog that compares the changes of others is open. */
  isMerging: boolean;
  /** Whether the viewer may change a member; false until that is loaded. */
  mayChange: (member: Member) => boolean;
  begin: () => void;
  change: (name: FieldName, edit: Edit) => void;
  discard: () => void;
  save: () => void;
  merge: (isOpen: boolean) => void;
  /** Applies these edits to the current version of the order and saves them. */
  rebase: (edits: Edits) => void;
};

const Context = createContext<OrderEdit | null>(null);

export function useOrderEdit(): OrderEdit {
  const edit = useContext(Context);
  if (!edit) throw new Error('useOrderEdit() must be called inside an OrderEditProvider.');
  return edit;
}

type Member = OrderOptions['mayChange'][number];

/** Stores the draft of an order, and restores the stored one on mount. */
function useKept(orderId: number, draft: Draft | undefined, restore: (former: Draft) => void): void {
  const userId = useViewer()?.id;
  const newest = useRef(restore);
  // Not a state: the whole page would be rendered a second time because of it.
  const stored = useRef<Draft>(undefined);
  useEffect(() => {
    newest.current = restore;
  });
  useEffect(() => {
    if (userId === undefined) return;
    const former = keptDraft(window.sessionStorage, userId, orderId);
    if (former) newest.current(former);
    else keepDraft(window.sessionStorage, userId, orderId, undefined);
  }, [userId, orderId]);
  useEffect(() => {
    if (userId === undefined || draft === stored.current) return;
    stored.current = draft;
    keepDraft(window.sessionStorage, userId, orderId, draft);
  }, [userId, orderId, draft]);
}

/** Holds the edits of an order until they are saved in one request. */
export function OrderEditProvider({ order, children }: { order: Order; children: ReactNode }) {
  const { t, i18n } = useLingui();
  const [draft, setDraft] = useState<Draft>();
  const [fieldErrors, setFieldErrors] = useState<OrderEdit['fieldErrors']>({});
  const [refusal, setRefusal] = useState<string>();
  const [isRestored, setRestored] = useState(false);
  const [isMerging, merge] = useState(false);
  const client = useQueryClient();
  // Viewers with the "all orders" permission may change every order; for others it depends on the order. The server
  // checks again.
  const mayChangeAll = useMay('allOrders');
  const { data: members = [] } = useQuery({ ...mayChangeQuery(order.id), enabled: !mayChangeAll });
  const mayChange = (member: Member) => mayChangeAll || members.includes(member);
  const { data: options } = useQuery({ ...optionsQuery(order.id, order.version), enabled: draft !== undefined });

  const saving = useMutation({
    onMutate: () => setRefusal(undefined),
    mutationFn: ({ base, edits }: Draft) =>
      send(UpdateOrder, { id: String(order.id), version: base.version, input: inputOf(edits) }),
    onSuccess: ({ updateOrder }) => {
      const saved = made(updateOrder.order);
      client.setQueriesData<Order>({ queryKey: ['order'] }, (known) => (known?.id === order.id ? saved : known));
      void client.invalidateQueries({ queryKey: ['orders'] });
      void client.invalidateQueries({ queryKey: ['order-history', order.id] });
      setDraft(undefined);
      setRestored(false);
      setFieldErrors({});
      say({ kind: 'done', title: t`Order ${{ id: order.id }} is saved`, text: t`Its webhooks are being sent.` });
    },
    onError: async (error) => {
      const named = errorsByField(fieldErrorsOf(error));
      setFieldErrors(named);
      if (isProblem(error, 'conflict')) {
        await client.refetchQueries({ queryKey: ['order'] });
        const known = client.getQueriesData<Order>({ queryKey: ['order'] }).map(([, one]) => one);
        const newest = known.find((one) => one?.id === order.id);
        if (draft && newest && newest.version !== draft.base.version) return merge(true);
      }
      const [first] = Object.keys(named) as FieldName[];
      setRefusal(first ? `${i18n._(FIELDS[first].label)}: ${named[first]}` : problemText(i18n, error));
    },
  });

  const begin = () => setDraft((known) => known ?? { base: order, edits: {} });
  const discard = () => {
    setDraft(undefined);
    setRestored(false);
    setRefusal(undefined);
    setFieldErrors({});
  };
  const change = (name: FieldName, edit: Edit) => {
    setDraft((known) => {
      if (!known) return known;
      const { [name]: _, ...others } = known.edits;
      const isBack = isSame(edit.value, FIELDS[name].read(known.base));
      return { ...known, edits: isBack ? others : { ...others, [name]: edit } };
    });
    setFieldErrors(({ [name]: _, ...others }) => others);
  };
  const save = () => {
    if (!draft || saving.isPending) return;
    if (Object.keys(draft.edits).length === 0) return discard();
    const wrong = unsendable(i18n, draft.edits);
    if (Object.keys(wrong).length > 0) return setFieldErrors(wrong);
    if (draft.base.version !== order.version) return merge(true);
    saving.mutate(draft);
  };
  const rebase = (edits: Edits) => {
    const next = { base: order, edits };
    merge(false);
    setDraft(next);
    if (Object.keys(edits).length > 0) saving.mutate(next);
    else discard();
  };

  useKept(order.id, draft, (former) => {
    setDraft((known) => known ?? former);
    setRestored(Object.keys(former.edits).length > 0);
  });
  // The list links here with `#edit` to start editing immediately.
  useEffect(() => {
    if (window.location.hash !== '#edit') return;
    window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search);
    setDraft((known) => known ?? { base: order, edits: {} });
  }, [order]);
  const hasEdits = draft !== undefined && Object.keys(draft.edits).length > 0;
  useUnsaved(hasEdits, true);

  useCommands('order', [
    ...(draft ? [{ does: t`Save the order`, keys: 'mod+s', run: save }] : []),
    ...(!draft && mayChange('status') ? [{ does: t`Edit the order`, keys: 'e', run: begin }] : []),
  ]);

  const edit: OrderEdit = {
    order,
    base: draft?.base,
    edits: draft?.edits ?? {},
    options,
    fieldErrors,
    refusal,
    isSaving: saving.isPending,
    isRestored,
    isStale: draft !== undefined && draft.base.version !== order.version,
    isMerging,
    mayChange,
    begin,
    change,
    discard,
    save,
    merge,
    rebase,
  };
  return <Context value={edit}>{children}</Context>;
}
