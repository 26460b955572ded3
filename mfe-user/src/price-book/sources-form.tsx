import type { PriceSource } from '@tollgate/contract';
import { Button } from '@tollgate/ui/core';
import { Checkbox, Input } from '@tollgate/ui/form';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

interface Props {
  isReading: boolean;
  onRead: (sources: PriceSource[]) => void;
}

/** Chooses what to compare the book with: the prices of this version, addresses, or a file. */
export function SourcesForm({ isReading, onRead }: Props) {
  const { t } = useTranslation('area.user');
  const picker = useRef<HTMLInputElement>(null);
  const [withShipped, setShipped] = useState(true);
  const [address, setAddress] = useState('');
  const [file, setFile] = useState<{ name: string; gzip: string }>();
  const sources: PriceSource[] = [
    ...(withShipped ? [{ kind: 'shipped' as const }] : []),
    ...(address.trim() ? [{ kind: 'url' as const, url: address.trim() }] : []),
    ...(file ? [{ kind: 'upload' as const, ...file }] : []),
  ];

  async function choose(files: FileList | null) {
    const [chosen] = files ?? [];
    setFile(chosen && { name: chosen.name.slice(0, 100), gzip: await compress(chosen) });
  }

  return (
    <div className="price-book-sources">
      <p className="tg-muted">{t('price-book.review.intro')}</p>
      <Checkbox checked={withShipped} onChange={setShipped}>
        {t('price-book.source.shipped')}
      </Checkbox>
      <div className="price-book-file">
        <span aria-hidden>{t('price-book.review.address')}</span>
        <Input
          aria-label={t('price-book.review.address')}
          placeholder="https://models.dev/api.json"
          list="price-book-addresses"
          value={address}
          onChange={setAddress}
        />
      </div>
      <datalist id="price-book-addresses">
        {wellKnown.map((url) => (
          <option key={url} value={url} />
        ))}
      </datalist>
      <div className="price-book-file">
        <span aria-hidden>{t('price-book.review.file')}</span>
        <span className="price-book-chosen">
          <Button onClick={() => picker.current?.click()}>{t('price-book.review.choose')}</Button>
          <span>{file?.name}</span>
        </span>
        <input
          ref={picker}
          hidden
          type="file"
          accept="application/json,.json"
          aria-label={t('price-book.review.file')}
          onChange={({ target }) => void choose(target.files)}
        />
      </div>
      <Button loading={isReading} disabled={sources.length === 0} onClick={() => onRead(sources)}>
        {t('price-book.review.read')}
      </Button>
    </div>
  );
}

/** Public lists have some megabytes, and a tenth of it compressed. */
async function compress(file: File): Promise<string> {
  const packed = await new Response(file.stream().pipeThrough(new CompressionStream('gzip'))).blob();
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^.*,/, ''));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(packed);
  });
}

const wellKnown = [
  'https://models.dev/api.json',
  'https://raw.githubusercontent.com/BerriAI/litellm/main/model_prices_and_context_window.json',
  'https://openrouter.ai/api/v1/models',
];
