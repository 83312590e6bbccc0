import Link from 'next/link';

/** Without components of Mantine: this page is loaded along with every other one, in case there is no such page. */
export default function NotFound() {
  return (
    <main className="no-page">
      <h1>No such page</h1>
      <p>The address leads nowhere in this console. Check it, or go on from the orders.</p>
      <Link href="/orders">To the orders</Link>
    </main>
  );
}
