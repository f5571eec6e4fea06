import { useState } from 'react';
import type { Act } from '../use-act.ts';

type Given = { metadata: string } | { address: string };
/** Where metadata came from, and so where is told what is wrong with it. */
export type Place = 'file' | 'text' | 'address';

type Props<Read> = {
  run: Act['run'];
  /** Has the server read it. */
  read: (given: Given) => Promise<Read>;
  /** What is wrong with what the server refused, in words; undefined: something else failed. */
  mistakeOf: (error: unknown) => string | undefined;
  most: number;
  tooLarge: string;
  unreadable: string;
  take: (read: Read) => void;
};

/** Metadata of a partner as a file, pasted, or at an address; the server reads it, and `take` gets what it says. */
export function useMetadata<Read>({ run, read: ask, mistakeOf, most, tooLarge, unreadable, take }: Props<Read>) {
  const [file, setFile] = useState<File>();
  const [text, setText] = useState('');
  const [address, setAddress] = useState('');
  const [reading, setReading] = useState<Place>();
  const [mistake, setMistake] = useState<{ place: Place; words: string }>();
  const [found, setFound] = useState<{ read: Read; from: string | null }>();

  const begin = () => {
    setMistake(undefined);
    setFound(undefined);
  };
  const send = async (given: Given, place: Place) => {
    setReading(place);
    const done = await run(
      () => ask(given),
      (error) => {
        const words = mistakeOf(error);
        if (words !== undefined) setMistake({ place, words });
        return words !== undefined;
      },
    );
    setReading(undefined);
    if (!done) return;
    setFound({ read: done.answer, from: 'address' in given ? given.address : null });
    take(done.answer);
  };
  return {
    ...{ file, text, address, reading },
    read: found?.read,
    /** The address that was read; null: a file or text was. */
    readFrom: found?.from ?? null,
    mistakeAt: (place: Place) => (mistake?.place === place ? mistake.words : undefined),
    typeAddress: (next: string) => {
      setAddress(next);
      if (mistake?.place === 'address') setMistake(undefined);
    },
    readAddress: () => {
      begin();
      void send({ address: address.trim() }, 'address');
    },
    open: (next: File | undefined) => {
      setFile(next);
      begin();
      if (!next) return;
      if (next.size > most) setMistake({ place: 'file', words: tooLarge });
      else
        void next.text().then(
          (metadata) => send({ metadata }, 'file'),
          () => setMistake({ place: 'file', words: unreadable }),
        );
    },
    /** Read once it is whole: metadata is pasted, not typed. */
    paste: (next: string) => {
      setText(next);
      begin();
      if (/^\s*<[\s\S]*>\s*$/.test(next) && next.length <= most) void send({ metadata: next }, 'text');
    },
  };
}
