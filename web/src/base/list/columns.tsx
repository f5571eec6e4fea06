import { useMemo } from 'react';
import { dash } from '#contract/display.ts';
import type { Translate } from '../../i18n/keys.ts';
import { useLanguage, useT } from '../../i18n/use-t.tsx';
import type { ListColumn } from '../../ui/list/list-types.ts';
import { DateTimeText } from '../../ui/text/DateTimeText.tsx';
import { MailAddress } from '../../ui/text/MailAddress.tsx';
import { timeZoneOf, useMe } from '../session-queries.ts';

type Of<Row, Value> = (row: Row) => Value;
type More<Row> = Omit<Partial<ListColumn<Row>>, 'id' | 'header' | 'cell'>;

/** What the columns of a list are made with: the words, and the columns that most lists have. */
export function columnKit(t: Translate, language: string, zone: string) {
  const number = new Intl.NumberFormat(language);
  return {
    t,
    language,
    zone,
    /** How long ago a moment was; `never` where there was none. */
    time<Row>(
      id: string,
      header: string,
      of: Of<Row, string | null | undefined>,
      { never = dash, ...more }: More<Row> & { never?: string } = {},
    ): ListColumn<Row> {
      const cell = (row: Row) => {
        const value = of(row);
        return value ? <DateTimeText value={value} timeZone={zone} ago /> : never;
      };
      return { id, header, cell, ...more };
    },
    /** A number. */
    figure<Row>(id: string, header: string, of: Of<Row, number>, more: More<Row> = {}): ListColumn<Row> {
      return { id, header, numeric: true, cell: (row) => number.format(of(row)), ...more };
    },
    /** An email address, or a dash. */
    mail<Row>(id: string, of: Of<Row, string>, more: More<Row> = {}): ListColumn<Row> {
      const cell = (row: Row) => {
        const address = of(row);
        return address === dash ? dash : <MailAddress address={address} />;
      };
      return { id, header: t('common.mailAddress'), cell, ...more };
    },
    /** A text, or a dash. */
    words<Row>(
      id: string,
      header: string,
      of: Of<Row, string | false | null | undefined>,
      more: More<Row> = {},
    ): ListColumn<Row> {
      return { id, header, cell: (row) => of(row) || dash, ...more };
    },
  };
}

export type ColumnKit = ReturnType<typeof columnKit>;

export function useColumnKit(): ColumnKit {
  const t = useT();
  const language = useLanguage();
  const zone = timeZoneOf(useMe());
  return useMemo(() => columnKit(t, language, zone), [t, language, zone]);
}
