'use client';

import {
  DndContext,
  type DragEndEvent,
  DragOverlay,
  MouseSensor,
  TouchSensor,
  useDroppable,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import type { MessageDescriptor } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import { Plural, useLingui } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import { type CSSProperties, useState } from 'react';
import { ScrollBox } from '#components/list/scroll-box.tsx';
import { Absences } from './absences.tsx';
import { type Axis, axisOf, type Card, type Lane, placed } from './cards.ts';
import classes from './dispatch.module.css';
import { CardLines, JobCard } from './job-card.tsx';

/** Minimum width of a card in percent of the axis: at 1280 pixels it shows from when until about when the job lasts. */
const LEAST_WIDTH = 20;
const ROW_HEIGHT = 64;

const nothing = () => undefined;
/** Cards are dragged by pointer alone; keyboard users open a card and choose a person. So nothing is said of dragging. */
const SILENT = {
  screenReaderInstructions: { draggable: '' },
  announcements: { onDragStart: nothing, onDragOver: nothing, onDragEnd: nothing, onDragCancel: nothing },
  restoreFocus: false,
};

export type DayBoardProps = {
  day: string;
  lanes: Lane[];
  open: (card: Card) => void;
  /** Assigns the jobs of a card to a person, or unassigns them (null). */
  assign: (card: Card, personId: number | null) => void;
};

/** A day on a time axis with a lane for each person. Cards are dragged between lanes, or opened. */
export function DayBoard({ day, lanes, open, assign }: DayBoardProps) {
  const { t } = useLingui();
  const axis = axisOf(lanes);
  const [dragged, setDragged] = useState<Card>();
  // The activation constraints keep a click from starting a drag.
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 250, tolerance: 6 } }),
  );
  const drop = ({ active, over }: DragEndEvent) => {
    setDragged(undefined);
    const card = active.data.current?.card as Card | undefined;
    if (!card || !over) return;
    const lane = lanes.find((one) => laneId(one) === over.id);
    if (lane && lane.personId !== card.personId) assign(card, lane.personId);
  };
  return (
    <DndContext
      sensors={sensors}
      onDragStart={({ active }) => setDragged(active.data.current?.card as Card | undefined)}
      onDragCancel={() => setDragged(undefined)}
      onDragEnd={drop}
      accessibility={SILENT}
    >
      <ScrollBox className={classes.day} role="group" label={t`Time axis`}>
        <div className={classes.grid} style={{ '--hours': axis.last - axis.first } as CSSProperties}>
          <Hours axis={axis} />
          {lanes.map((lane) => (
            <LaneRow key={laneId(lane)} lane={lane} day={day} axis={axis} open={open} />
          ))}
        </div>
      </ScrollBox>
      <DragOverlay dropAnimation={null}>
        {dragged && (
          <div className={classes.card} style={{ width: 190, height: ROW_HEIGHT - 6 }}>
            <CardLines card={dragged} />
          </div>
        )}
      </DragOverlay>
    </DndContext>
  );
}

function freeText({ personId, absences }: Lane): MessageDescriptor {
  if (personId === null) return msg`Nothing`;
  return absences.length > 0 ? msg`No jobs` : msg({ message: 'Free', context: 'person without jobs' });
}

const laneId = ({ personId }: Lane) => `lane ${personId ?? 'unassigned'}`;

function Hours({ axis }: { axis: Axis }) {
  const hours = Array.from({ length: axis.last - axis.first - 1 }, (_none, index) => axis.first + 1 + index);
  return (
    <div className={classes.head} aria-hidden>
      <div className={classes.name}> </div>
      <div className={classes.hours}>
        {hours.map((hour) => (
          <span
            key={hour}
            className={classes.hour}
            style={{ left: `${((hour - axis.first) / (axis.last - axis.first)) * 100}%` }}
          >
            {String(hour).padStart(2, '0')}:00
          </span>
        ))}
      </div>
    </div>
  );
}

type LaneRowProps = { lane: Lane; day: string; axis: Axis; open: (card: Card) => void };

function LaneRow({ lane, day, axis, open }: LaneRowProps) {
  const { setNodeRef, isOver } = useDroppable({ id: laneId(lane) });
  const { t } = useLingui();
  const jobs = lane.cards.length;
  const { placed: timed, rows } = placed(lane.cards, axis, LEAST_WIDTH);
  const untimed = lane.cards.filter(({ from }) => from === null);
  return (
    // A group, not a region: each day has a lane for everybody, and landmarks have different names.
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups fields
    <div
      ref={setNodeRef}
      role="group"
      className={classes.lane}
      aria-label={t`${{ name: lane.name }}, ${plural(jobs, { one: '# job', other: '# jobs' })}`}
      data-over={isOver || undefined}
      data-unassigned={lane.personId === null || undefined}
    >
      <div className={classes.name}>
        {lane.name}
        <Text size="xs" c="dimmed" fw={400}>
          {jobs === 0 ? t(freeText(lane)) : <Plural value={jobs} one="# job" other="# jobs" />}
        </Text>
        <Absences lane={lane} day={day} />
      </div>
      <div>
        <div className={classes.track} style={{ height: rows * ROW_HEIGHT }}>
          {timed.map(({ card, left, width, row }) => (
            <div
              key={card.key}
              className={classes.place}
              style={{ left: `${left}%`, width: `${width}%`, top: row * ROW_HEIGHT, height: ROW_HEIGHT }}
            >
              <JobCard card={card} open={open} />
            </div>
          ))}
        </div>
        {untimed.length > 0 && (
          <div className={classes.untimed}>
            {untimed.map((card) => (
              <div key={card.key} style={{ width: 190 }}>
                <JobCard card={card} open={open} />
              </div>
            ))}
          </div>
        )}
      </div>
    </div>
  );
}
