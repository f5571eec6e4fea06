import { useEffect, useRef } from 'react';
import { encode } from 'uqr';
import { QR_CODE_WIDTH } from '#contract/limits.ts';

/** A QR code on a canvas 150 wide (spec section 2), dark on white in both colour schemes, as readers expect it. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const ref = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const canvas = ref.current;
    const paper = canvas?.getContext('2d');
    if (!canvas || !paper) return;
    const { data, size } = encode(text, { ecc: 'M', border: 2 });
    const dot = Math.max(1, Math.round((QR_CODE_WIDTH * Math.ceil(devicePixelRatio)) / size));
    // Whole pixels a module keep the edges sharp; the style sheet brings the canvas to its 150.
    canvas.width = canvas.height = dot * size;
    paper.fillStyle = '#fff';
    paper.fillRect(0, 0, canvas.width, canvas.height);
    paper.fillStyle = '#000';
    data.forEach((row, y) => {
      row.forEach((dark, x) => {
        if (dark) paper.fillRect(x * dot, y * dot, dot, dot);
      });
    });
  }, [text]);
  return (
    <canvas ref={ref} className="g-qr" width={QR_CODE_WIDTH} height={QR_CODE_WIDTH} role="img" aria-label={label} />
  );
}
