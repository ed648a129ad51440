import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Addition } from './addition';
import { AdditionRow } from './addition-row';
import './adding.css';

interface AdditionListProps {
  readonly kbid: string;
  readonly additions: readonly Addition[];
}

const ROW_PX = 60;
/** Longer lists scroll by themselves. */
const SHOWN_MAX = 9;

/** Additions below each other; only those on the screen are drawn, since there may be thousands. */
export function AdditionList({ kbid, additions }: AdditionListProps) {
  const { t } = useTranslation('adding');
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: additions.length,
    getScrollElement: () => scroller.current,
    getItemKey: (index) => additions[index]?.id ?? index,
    estimateSize: () => ROW_PX,
    overscan: 5,
  });
  const focus = useCallback(() => scroller.current?.focus({ preventScroll: true }), []);
  const height = Math.min(additions.length, SHOWN_MAX) * ROW_PX;
  return (
    <div
      ref={scroller}
      className="addition-scroller"
      style={{ height }}
      tabIndex={0}
      role="region"
      aria-label={t('list')}
    >
      <ul className="plain-list addition-list" style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, key, start }) => {
          const addition = additions[index];
          return (
            <li
              key={key}
              className="addition-row"
              style={{ height: ROW_PX, transform: `translateY(${start}px)` }}
              aria-posinset={index + 1}
              aria-setsize={additions.length}
            >
              {addition && <AdditionRow kbid={kbid} addition={addition} onRemove={focus} />}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
