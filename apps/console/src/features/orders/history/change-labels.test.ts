import { describe, expect, it } from 'vitest';
import { english } from '#lib/testing/english.ts';
import { actionWords, fieldWords, sidesOf } from './change-labels.ts';

describe('the text of a change', () => {
  it('describes the action', () => {
    const words = (action: string, status?: string) => {
      const none = { from: null, fromLabel: null, toLabel: null };
      return actionWords(english, { action, changes: status ? [{ path: ['status'], to: status, ...none }] : [] });
    };
    expect(words('order.update')).toBe('changed the order');
    expect(words('order.book', 'Booked')).toBe('booked the order');
    expect(words('order.book', 'InCart')).toBe('put the order in the cart');
    expect(words('order.rebook')).toBe('rebooked the order');
    expect(words('order.rebook', 'Booked')).toBe('booked the order');
    expect(words('webhook-delivery.sign')).toBe('copied a signed request');
    expect(words('webhook-event.erase')).toBe('erased webhook bodies');
  });

  it('names its field', () => {
    expect(fieldWords(english, ['status'])).toBe('Status');
    expect(fieldWords(english, ['pickup', 'driver'])).toBe('Pickup: driver');
    expect(fieldWords(english, ['tags', 'room.no'])).toBe('Tag room.no');
    expect(fieldWords(english, ['dropoff', 'tags', 'bus'])).toBe('Drop-off: tag bus');
    expect(fieldWords(english, ['bookings', '12', 'tags', 'seat'])).toBe('Booking 12: tag seat');
  });

  it('shows names of people and statuses instead of their ids and codes', () => {
    const change = { from: 4, to: 9, fromLabel: 'Ann', toLabel: null };
    expect(sidesOf(english, { path: ['pickup', 'driver'], ...change })).toEqual({ was: 'Ann', is: '9' });
    const none = { fromLabel: null, toLabel: null };
    expect(sidesOf(english, { path: ['status'], from: null, to: 'InCart', ...none })).toEqual({
      was: '',
      is: 'In cart',
    });
  });
});
