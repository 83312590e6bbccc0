import { describe, expect, it } from 'vitest';
import { actionWords, fieldWords, sidesOf } from './change-words.ts';

describe('a change in words', () => {
  it('says what was done', () => {
    expect(actionWords('order.update')).toBe('changed the order');
    expect(actionWords('webhook-delivery.sign')).toBe('copied a signed request');
    expect(actionWords('webhook-event.erase')).toBe('erased bodies of webhooks');
  });

  it('names its field', () => {
    expect(fieldWords(['status'])).toBe('Status');
    expect(fieldWords(['pickup', 'driver'])).toBe('Pickup: driver');
    expect(fieldWords(['tags', 'room.no'])).toBe('Tag room.no');
    expect(fieldWords(['dropoff', 'tags', 'bus'])).toBe('Dropoff: tag bus');
    expect(fieldWords(['bookings', '12', 'tags', 'seat'])).toBe('Booking 12: tag seat');
  });

  it('names people and states rather than what stands for them', () => {
    const change = { from: 4, to: 9, fromLabel: 'Ann', toLabel: null };
    expect(sidesOf({ path: ['pickup', 'driver'], ...change })).toEqual({ was: 'Ann', is: '9' });
    const none = { fromLabel: null, toLabel: null };
    expect(sidesOf({ path: ['status'], from: null, to: 'InCart', ...none })).toEqual({ was: '', is: 'In cart' });
  });
});
