import Link from 'next/link';
import classes from './not-found.module.css';

/** Without components of Mantine: this page is loaded along with every other one, in case there is no such page. */
export default function NotFound() {
  return (
    <main className={classes.page}>
      <h1 className={classes.title}>No such page</h1>
      <p className={classes.text}>The address leads nowhere in this console. Check it, or go on from the orders.</p>
      <Link href="/orders" className={classes.way}>
        To the orders
      </Link>
    </main>
  );
}
