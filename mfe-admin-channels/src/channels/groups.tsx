import { GroupTag, Tooltip } from '@tollgate/ui/core';

/** The first group of a comma list, and the number of others. */
export function Groups({ group }: { group: string }) {
  const [first, ...rest] = group.split(',').filter(Boolean);
  return (
    <span className="channels-groups">
      {first && <GroupTag name={first} />}
      {rest.length > 0 && (
        <Tooltip content={rest.join(', ')}>
          <button type="button" className="channels-more">
            +{rest.length}
          </button>
        </Tooltip>
      )}
    </span>
  );
}
