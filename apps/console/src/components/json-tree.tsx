import classes from './json-view.module.css';

/** Members deeper than this level are collapsed at first. */
const OPEN_LEVELS = 2;

type NodeProps = { value: unknown; name?: string | undefined; level?: number; isLast?: boolean };

/** A JSON value as a tree with collapsible nodes. */
export function JsonTree({ value, name, level = 0, isLast = true }: NodeProps) {
  const label = name !== undefined && <span className={classes.label}>{name}: </span>;
  const entries = entriesOf(value);
  const comma = !isLast && <span className={classes.mark}>,</span>;
  if (!entries) {
    return (
      <>
        {label}
        <Scalar value={value} />
        {comma}
      </>
    );
  }
  const [opening, closing] = Array.isArray(value) ? '[]' : '{}';
  if (entries.length === 0) {
    return (
      <>
        {label}
        <span className={classes.mark}>
          {opening}
          {closing}
        </span>
        {comma}
      </>
    );
  }
  return (
    <details open={level < OPEN_LEVELS} className={classes.node}>
      <summary className={classes.summary}>
        {label}
        <span className={classes.mark}>{opening}</span>
        <span className={classes.folded}>
          {entries.length} {closing}
        </span>
      </summary>
      <ul className={classes.members}>
        {entries.map(([key, member], index) => (
          <li key={key}>
            <JsonTree
              value={member}
              name={Array.isArray(value) ? undefined : key}
              level={level + 1}
              isLast={index === entries.length - 1}
            />
          </li>
        ))}
      </ul>
      <span className={classes.mark}>{closing}</span>
      {comma}
    </details>
  );
}

/** The members of an object or the entries of a list; undefined for scalars. */
function entriesOf(value: unknown): [string, unknown][] | undefined {
  return typeof value === 'object' && value !== null ? Object.entries(value) : undefined;
}

function Scalar({ value }: { value: unknown }) {
  const kind = value === null ? 'null' : typeof value;
  return <span className={classes[kind]}>{JSON.stringify(value)}</span>;
}
