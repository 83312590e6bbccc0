'use client';

import { Trans } from '@lingui/react/macro';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { isUpToDate } from '#lib/live/connection.ts';
import { useStore } from '#lib/use-store.ts';
import classes from './connection-sign.module.css';

/** Milliseconds of a loss that needs no sign. */
const SHORT_MS = 1_000;

/** Says that live updates do not arrive, until they do and the page is up to date again. */
export function ConnectionSign() {
  const isBehind = !useStore(isUpToDate);
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    if (!isBehind) return;
    const timer = setTimeout(() => setLong(true), SHORT_MS);
    return () => {
      clearTimeout(timer);
      setLong(false);
    };
  }, [isBehind]);
  return (
    <div role="status" className={classes.sign}>
      {isBehind && isLong && (
        <p>
          <IconPlugConnectedX size={16} stroke={1.7} aria-hidden />
          <span>
            <Trans>
              Reconnecting… <span className={classes.detail}>This page may be out of date.</span>
            </Trans>
          </span>
        </p>
      )}
    </div>
  );
}
