import { useLingui } from '@lingui/react/macro';
import { loadingPages } from '#lib/loading-sign.ts';
import { useStore } from '#lib/use-store.ts';
import classes from './loading-bar.module.css';

/** Shows that another page is being loaded, if that takes a moment. */
export function LoadingBar() {
  const { t } = useLingui();
  const isLoading = useStore(loadingPages) > 0;
  return isLoading && <div role="progressbar" aria-label={t`The page is loading`} className={classes.bar} />;
}
