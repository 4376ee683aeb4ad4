//! Editors that are open, and how many calls end with each.

use super::{Lease, Millis, OwnerKey};

/// Every owner that has a lease, a call, or both.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Owners {
    /// Few editors are open at a time: a list is searched as fast as a map.
    open: Vec<Owner>,
    /// Owners without a lease that have calls, and since when. What order they lapse in is the order
    /// in which they closed.
    lapsing: Vec<(Millis, OwnerKey)>,
    leases: u32,
}

#[derive(Clone, Debug, PartialEq)]
struct Owner {
    key: OwnerKey,
    leases: Vec<Lease>,
    calls: usize,
}

impl Owners {
    fn find(&mut self, key: &OwnerKey) -> Option<&mut Owner> {
        self.open.iter_mut().find(|owner| owner.key == *key)
    }

    fn know(&mut self, key: &OwnerKey) {
        if self.find(key).is_none() {
            self.open.push(Owner { key: key.clone(), leases: Vec::new(), calls: 0 });
        }
    }

    pub(super) fn acquire(&mut self, key: OwnerKey) -> Lease {
        let lease = Lease::take(&mut self.leases);
        self.lapsing.retain(|(_, lapsing)| *lapsing != key);
        self.know(&key);
        if let Some(owner) = self.find(&key) {
            owner.leases.push(lease);
        }
        lease
    }

    pub(super) fn release(&mut self, key: &OwnerKey, lease: Lease, now: Millis) {
        let Some(owner) = self.find(key) else {
            return;
        };
        let Some(held) = owner.leases.iter().position(|held| *held == lease) else {
            return;
        };
        owner.leases.swap_remove(held);
        if owner.leases.is_empty() {
            if owner.calls == 0 {
                self.open.retain(|owner| owner.key != *key);
            } else {
                self.lapsing.push((now, key.clone()));
            }
        }
    }

    /// Ties one more call to an owner. One that is not open, and does not open by the next wake, is
    /// gone.
    pub(super) fn own(&mut self, key: &OwnerKey, now: Millis) {
        self.know(key);
        let Some(owner) = self.find(key) else {
            return;
        };
        owner.calls += 1;
        if owner.leases.is_empty() && owner.calls == 1 {
            self.lapsing.push((now, key.clone()));
        }
    }

    /// Ties one more call to an owner that may be long in opening: it is gone when it has been open and
    /// has closed.
    pub(super) fn own_when_open(&mut self, key: &OwnerKey) {
        self.know(key);
        if let Some(owner) = self.find(key) {
            owner.calls += 1;
        }
    }

    /// One call fewer ends with this owner.
    pub(super) fn disown(&mut self, key: &OwnerKey) {
        let Some(owner) = self.find(key) else {
            return;
        };
        owner.calls = owner.calls.saturating_sub(1);
        if owner.calls == 0 && owner.leases.is_empty() {
            self.open.retain(|owner| owner.key != *key);
            self.lapsing.retain(|(_, lapsing)| lapsing != key);
        }
    }

    /// The owners that are gone.
    pub(super) fn lapsed(&self) -> Vec<OwnerKey> {
        self.lapsing.iter().map(|(_, key)| key.clone()).collect()
    }

    pub(super) fn wake_at(&self) -> Option<Millis> {
        self.lapsing.iter().map(|(since, _)| *since).min()
    }
}
