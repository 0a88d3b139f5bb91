//! Schedules by name.

use super::algorithms::ALL;
use super::row::{Schedule, ScheduleParameter};
use std::fmt;

pub fn by_name(name: &str) -> Option<&'static Schedule> {
    ALL.iter().find(|schedule| schedule.name == name)
}

/// A schedule that the user requests, with its parameter.
#[derive(Clone, Copy, Debug)]
pub struct RequestedSchedule {
    pub schedule: &'static Schedule,
    pub parameter: Option<usize>,
}

impl RequestedSchedule {
    /// A name, or a name, a colon and a parameter.
    pub fn from_text(text: &str) -> Option<RequestedSchedule> {
        let Some((name, number)) = text.split_once(':') else {
            return by_name(text).map(|schedule| RequestedSchedule { schedule, parameter: None });
        };
        let schedule = by_name(name)?;
        let ScheduleParameter { min, max, .. } = schedule.parameter.as_ref()?;
        // No sign and no leading zeros, so that a schedule has one text.
        let parameter: usize = number.parse().ok().filter(|n: &usize| n.to_string() == number)?;
        (*min..=*max)
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
            let requested = RequestedSchedule::from_text(schedule.name).unwrap();
            assert_eq!(requested.to_string(), schedule.name);
            for number in ["", "+2", "0", "02", "65"] {
                let text = format!("{}:{number}", schedule.name);
                assert!(RequestedSchedule::from_text(&text).is_none(), "{text}");
            }
            if let Some(ScheduleParameter { min, max, .. }) = schedule.parameter {
                for number in [min, max] {
                    let text = format!("{}:{number}", schedule.name);
                    assert_eq!(RequestedSchedule::from_text(&text).unwrap().to_string(), text);
                }
            }
        }
        assert!(RequestedSchedule::from_text("gather:2").is_none());
        assert!(RequestedSchedule::from_text("auto").is_none());
    }
}
