import { Button } from '@tollgate/ui/core';

interface Props {
  problem: string | undefined;
  pending: boolean;
  disabled?: boolean;
  children: string;
}

/** The error of the whole form, and the submit button. */
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
