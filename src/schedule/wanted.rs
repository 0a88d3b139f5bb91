//! Schedules by their names.

use super::algorithms::ALL;
use super::row::{Parameter, Schedule};
use std::fmt;

/// The schedule of that name.
pub fn by_name(name: &str) -> Option<&'static Schedule> {
    ALL.iter().find(|schedule| schedule.name == name)
}

/// A schedule that somebody asks for, with its parameter.
#[derive(Clone, Copy, Debug)]
pub struct RequestedSchedule {
    /// The schedule.
    pub schedule: &'static Schedule,
    /// What stands behind the colon.
    pub parameter: Option<usize>,
}

impl RequestedSchedule {
    /// A schedule by its name, with its parameter behind a colon where it has one.
    pub fn from_text(text: &str) -> Option<RequestedSchedule> {
        let Some((name, number)) = text.split_once(':') else {
            return by_name(text).map(|schedule| RequestedSchedule { schedule, parameter: None });
        };
        let schedule = by_name(name)?;
        let Parameter { least, most, .. } = schedule.parameter.as_ref()?;
        // (No sign, no zeros in front: text and number name each other.)
        let parameter: usize = number.parse().ok().filter(|n: &usize| n.to_string() == number)?;
        (*least..=*most)
            .contains(&parameter)
            .then_some(RequestedSchedule { schedule, parameter: Some(parameter) })
    }
}

impl fmt::Display for RequestedSchedule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.schedule.name)?;
        self.parameter.map_or(Ok(()), |parameter| write!(f, ":{parameter}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn schedules_are_named_by_text() {
        for schedule in ALL {
            let wanted = RequestedSchedule::from_text(schedule.name).unwrap();
            assert_eq!(wanted.to_string(), schedule.name);
            for (number, accepted) in [("", false), ("+2", false), ("1", false), ("02", false)] {
                let text = format!("{}:{number}", schedule.name);
                assert_eq!(RequestedSchedule::from_text(&text).is_some(), accepted, "{text}");
            }
            if let Some(Parameter { least, most, .. }) = schedule.parameter {
                for number in [least, most] {
                    let text = format!("{}:{number}", schedule.name);
                    assert_eq!(RequestedSchedule::from_text(&text).unwrap().to_string(), text);
                }
            }
        }
        assert!(RequestedSchedule::from_text("gather:2").is_none());
        assert!(RequestedSchedule::from_text("auto").is_none());
    }
}
