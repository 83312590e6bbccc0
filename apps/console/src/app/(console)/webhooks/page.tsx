import { redirect } from 'next/navigation';

/** The first page of webhooks is the list of endpoints. */
export default function WebhooksPage() {
  redirect('/webhooks/endpoints');
}
