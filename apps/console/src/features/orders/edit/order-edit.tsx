'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { useCommands } from '#components/keyboard/commands.ts';
import { useMay } from '#components/rights.tsx';
import { say } from '#lib/notice.ts';
import { fieldErrorsOf, isProblem } from '#lib/problem.ts';
import { problemText } from '#lib/problem-text.ts';
import { send } from '#lib/send.ts';
import { useViewer } from '../../session/viewer.ts';
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
  /** The order as it is by what is known here. */
  order: Order;
  /** The order as it was when the editing began; undefined while nothing is edited. */
  base: Order | undefined;
  edits: Edits;
  /** What there is to choose from; undefined until it is known. */
  options: OrderOptions | undefined;
  /** Messages of the server by field. */
  fieldErrors: Partial<Record<FieldName, string>>;
  /** Why it was not saved; undefined while nothing was refused. */
  refusal: string | undefined;
  isSaving: boolean;
  /** Others changed the order since the editing began. */
  isStale: boolean;
  /** Whether the comparison with what others changed is in front. */
  isMerging: boolean;
  /** Whether the viewer may change a member; false until that is known. */
  mayChange: (member: Member) => boolean;
  begin: () => void;
  change: (name: FieldName, edit: Edit) => void;
  discard: () => void;
  save: () => void;
  merge: (isOpen: boolean) => void;
  /** Goes on with these edits, on top of what the others did. */
  rebase: (edits: Edits) => void;
};

const Context = createContext<OrderEdit | null>(null);

export function useOrderEdit(): OrderEdit {
  const edit = useContext(Context);
  if (!edit) throw new Error('There is no OrderEditProvider around this');
  return edit;
}

type Member = OrderOptions['mayChange'][number];

/** Keeps the draft of an order, and gives back the one that was kept. */
function useKept(orderId: number, draft: Draft | undefined, restore: (former: Draft) => void): void {
  const userId = useViewer()?.id;
  const [isRead, setRead] = useState(false);
  const newest = useRef(restore);
  useEffect(() => {
    newest.current = restore;
  });
  useEffect(() => {
    if (userId === undefined) return;
    const former = keptDraft(window.sessionStorage, userId, orderId);
    if (former) newest.current(former);
    setRead(true);
  }, [userId, orderId]);
  useEffect(() => {
    if (isRead && userId !== undefined) keepDraft(window.sessionStorage, userId, orderId, draft);
  }, [isRead, userId, orderId, draft]);
}

/** Holds what is filled in on the page of an order, until it is saved in one go. */
export function OrderEditProvider({ order, children }: { order: Order; children: ReactNode }) {
  const [draft, setDraft] = useState<Draft>();
  const [fieldErrors, setFieldErrors] = useState<OrderEdit['fieldErrors']>({});
  const [refusal, setRefusal] = useState<string>();
  const [isMerging, merge] = useState(false);
  const client = useQueryClient();
  // Who sees all orders may change them; of others it depends on the order. The server looks again.
  const mayChangeAll = useMay('allOrders');
  const { data: members = [] } = useQuery({ ...mayChangeQuery(order.id), enabled: !mayChangeAll });
  const mayChange = (member: Member) => mayChangeAll || members.includes(member);
  const { data: options } = useQuery({ ...optionsQuery(order.id, order.version), enabled: draft !== undefined });

  const saving = useMutation({
    onMutate: () => setRefusal(undefined),
    mutationFn: ({ base, edits }: Draft) =>
      send(UpdateOrder, { id: String(order.id), version: base.version, input: inputOf(edits) }),
    onSuccess: ({ updateOrder }) => {
      client.setQueriesData<Order>({ queryKey: ['order'] }, (known) => (known?.id === order.id ? updateOrder : known));
      void client.invalidateQueries({ queryKey: ['orders'] });
      void client.invalidateQueries({ queryKey: ['order-history', order.id] });
      setDraft(undefined);
      setFieldErrors({});
      say({ kind: 'done', title: `Order ${order.id} is saved`, text: 'Its webhooks are on their way.' });
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
      setRefusal(first ? `${FIELDS[first].label}: ${named[first]}` : problemText(error));
    },
  });

  const begin = () => setDraft((known) => known ?? { base: order, edits: {} });
  const discard = () => {
    setDraft(undefined);
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
    const wrong = unsendable(draft.edits);
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

  useKept(order.id, draft, (former) => setDraft((known) => known ?? former));
  // The list leads here to edit at once.
  useEffect(() => {
    if (window.location.hash !== '#edit') return;
    window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search);
    setDraft((known) => known ?? { base: order, edits: {} });
  }, [order]);
  const hasEdits = draft !== undefined && Object.keys(draft.edits).length > 0;
  useEffect(() => {
    if (!hasEdits) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [hasEdits]);

  useCommands('Order', [
    ...(draft ? [{ does: 'Save the order', keys: 'mod+s', run: save }] : []),
    ...(!draft && mayChange('status') ? [{ does: 'Edit the order', keys: 'e', run: begin }] : []),
  ]);

  const edit: OrderEdit = {
    order,
    base: draft?.base,
    edits: draft?.edits ?? {},
    options,
    fieldErrors,
    refusal,
    isSaving: saving.isPending,
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
