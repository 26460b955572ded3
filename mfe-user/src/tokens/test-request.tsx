import { useErrorMessage } from '@tollgate/i18n';
import { Button, useFormat } from '@tollgate/ui/core';
import { IconCheckCircleFill, IconCloseCircleFill, IconSend } from '@tollgate/ui/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sendTestRequest, type TestAnswer } from './send-test-request.ts';

/** Sends a real request with the key and shows what came back. */
export function TestRequest({ secret, model }: { secret: string; model: string }) {
  const { t } = useTranslation('area.user');
  const errorMessage = useErrorMessage();
  const [isSending, setSending] = useState(false);
  const [answer, setAnswer] = useState<TestAnswer>();
  const [problem, setProblem] = useState<string>();

  async function send() {
    setSending(true);
    setAnswer(undefined);
    setProblem(undefined);
    await sendTestRequest(secret, model).then(setAnswer, (error) => setProblem(errorMessage(error)));
    setSending(false);
  }

  return (
    <section className="tokens-test">
      <Button icon={<IconSend />} loading={isSending} onClick={send}>
        {t('tokens.test.send')}
      </Button>
      <div role="status">
        {answer && <Answered answer={answer} />}
        {problem && (
          <p className="tokens-test-failed">
            <IconCloseCircleFill aria-hidden /> {problem}
          </p>
        )}
        {!answer && !problem && <p className="tg-muted">{t('tokens.test.hint')}</p>}
      </div>
    </section>
  );
}

function Answered({ answer }: { answer: TestAnswer }) {
  const { t } = useTranslation('area.user');
  const format = useFormat();
  return (
    <>
      <p className="tokens-test-answered tg-number">
        <IconCheckCircleFill aria-hidden />{' '}
        {t('tokens.test.answered', {
          time: format.duration(answer.milliseconds),
          input: format.number(answer.inputTokens),
          output: format.number(answer.outputTokens),
        })}
      </p>
      {answer.text && <blockquote>{answer.text}</blockquote>}
    </>
  );
}
