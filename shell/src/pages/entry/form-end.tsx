import { Button } from '@tollgate/ui/core';

interface Props {
  problem: string | undefined;
  pending: boolean;
  disabled?: boolean;
  children: string;
}

/** What went wrong with the whole form, and the button that tries. */
export function FormEnd({ problem, pending, disabled = false, children }: Props) {
  return (
    <>
      {problem && (
        <p className="sh-problem" role="alert">
          {problem}
        </p>
      )}
      <Button
        className="sh-entry-submit"
        type="primary"
        size="large"
        long
        htmlType="submit"
        loading={pending}
        disabled={disabled}
      >
        {children}
      </Button>
    </>
  );
}
