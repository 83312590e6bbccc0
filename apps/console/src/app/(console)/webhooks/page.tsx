import { redirect } from 'next/navigation';

/** Webhooks begin with the endpoints. */
export default function WebhooksPage() {
  redirect('/webhooks/endpoints');
}
