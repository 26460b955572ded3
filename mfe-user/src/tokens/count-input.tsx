import { Button } from '@tollgate/ui/core';
import { InputNumber } from '@tollgate/ui/form';
import { MAX_COUNT } from './token-draft.ts';

interface Props {
  value?: number;
  onChange?: (count: number | undefined) => void;
  id?: string;
}

/** How many to create: a number, with common presets. */
export function CountInput({ value, onChange, id }: Props) {
  return (
    <>
      <InputNumber
        {...(id && { id })}
        {...(value !== undefined && { value })}
        min={1}
        max={MAX_COUNT}
        onChange={(typed) => onChange?.(typeof typed === 'number' ? typed : undefined)}
      />
      <div className="tg-presets">
        {presets.map((count) => (
          <Button
            key={count}
            size="mini"
            type={count === value ? 'outline' : 'secondary'}
            onClick={() => onChange?.(count)}
          >
            {count}
          </Button>
        ))}
      </div>
    </>
  );
}

const presets = [1, 10, 20, 30, 100];
