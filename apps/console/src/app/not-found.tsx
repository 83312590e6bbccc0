import Link from 'next/link';

/** The not-found page. It uses no Mantine components, because it is loaded with every page. */
export default function NotFound() {
  return (
    <main className="no-page">
      <h1>No such page</h1>
      <p>This address does not exist in the console. Check it, or continue from the orders.</p>
      <Link href="/orders">To the orders</Link>
    </main>
  );
}
