import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import PDFDocument from 'pdfkit';
import QRCode from 'qrcode';

/** The content of a ticket. */
export type TicketSheet = {
  filename: string;
  createdAt: string;
  status: string;
  title: string;
  message: string;
  product: string;
  reference: string;
  startsAt: string | null;
  place: string;
  names: string[];
};

const fonts = dirname(createRequire(import.meta.url).resolve('dejavu-fonts-ttf/package.json'));
const REGULAR = join(fonts, 'ttf/DejaVuSans.ttf');
const BOLD = join(fonts, 'ttf/DejaVuSans-Bold.ttf');

const INK = '#1f2933';
const FAINT = '#5c6670';
const ACCENT = '#3b4cca';
const MARGIN = 36;
const QR_SIZE = 132;
/** Maximum characters of a text: a page fits no more, and the time for a word grows with the square of its length. */
const LONGEST = 5_000;

/** Draws a ticket as a PDF of one A5 page, with a QR code of `address`. The same sheet gives the same bytes. */
export function renderTicket(sheet: TicketSheet, address: string): Promise<Buffer> {
  const created = new Date(sheet.createdAt);
  const page = new PDFDocument({
    size: 'A5',
    margin: MARGIN,
    info: { Title: `${sheet.title} ${sheet.reference}`, CreationDate: created, ModDate: created },
  });
  const done = collect(page);
  const width = page.page.width - 2 * MARGIN;
  page.rect(0, 0, page.page.width, 10).fill(ACCENT);
  page
    .font(BOLD)
    .fontSize(18)
    .fillColor(INK)
    .text(cut(sheet.title), MARGIN, MARGIN, { width, height: 52, ellipsis: true });
  page
    .moveDown(0.3)
    .font(REGULAR)
    .fontSize(12)
    .fillColor(INK)
    .text(cut(sheet.product), { width, height: 46, ellipsis: true });
  if (sheet.status !== 'Booked') {
    page.moveDown(0.5).font(BOLD).fontSize(14).fillColor('#b42318').text(`Not valid: ${sheet.status}`, { width });
  }
  page.moveDown(0.8);
  const top = page.y;
  drawCode(page, address, MARGIN + width - QR_SIZE, top);
  const facts: [string, string][] = [
    ['Reference', sheet.reference],
    ['Date', sheet.startsAt?.slice(0, 16) ?? 'Open'],
    ['Place', sheet.place],
    [sheet.names.length > 1 ? 'Guests' : 'Guest', sheet.names.join('\n')],
  ];
  for (const [label, value] of facts) drawFact(page, label, value, width - QR_SIZE - 16);
  page.y = Math.max(page.y, top + QR_SIZE + 12);
  page
    .font(REGULAR)
    .fontSize(10)
    .fillColor(INK)
    .text(cut(sheet.message), MARGIN, page.y, { width, height: page.page.height - page.y - MARGIN, ellipsis: true });
  page.end();
  return done;
}

const cut = (text: string) => text.slice(0, LONGEST);

function drawFact(page: PDFKit.PDFDocument, label: string, value: string, width: number): void {
  if (value === '') return;
  page.font(REGULAR).fontSize(8).fillColor(FAINT).text(label.toUpperCase(), MARGIN, page.y, { width });
  page.font(BOLD).fontSize(11).fillColor(INK).text(cut(value), { width, height: 160, ellipsis: true });
  page.moveDown(0.5);
}

function drawCode(page: PDFKit.PDFDocument, text: string, left: number, top: number): void {
  const { modules } = QRCode.create(text, { errorCorrectionLevel: 'M' });
  const side = QR_SIZE / modules.size;
  for (let row = 0; row < modules.size; row += 1) {
    for (let column = 0; column < modules.size; column += 1) {
      // Slightly wider than its cell, so that viewers show no gaps between neighbours.
      if (modules.get(row, column)) page.rect(left + column * side, top + row * side, side + 0.05, side + 0.05);
    }
  }
  page.fill(INK);
}

function collect(page: PDFKit.PDFDocument): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    page.on('data', (chunk: Buffer) => chunks.push(chunk));
    page.on('end', () => resolve(Buffer.concat(chunks)));
    page.on('error', reject);
  });
}
