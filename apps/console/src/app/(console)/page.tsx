import { redirect } from 'next/navigation';

/** The console starts with its orders. */
export default function StartPage() {
  redirect('/orders');
}
