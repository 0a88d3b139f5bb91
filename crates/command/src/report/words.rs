//! Numbers in words, for readers.

/// Three digits and a unit.
pub fn seconds(seconds: f64) -> String {
    let (number, unit) = match seconds {
        _ if seconds >= 0.9995 => (seconds, "s"),
        _ if seconds >= 0.9995e-3 => (seconds * 1e3, "ms"),
        _ if seconds > 0.0 => (seconds * 1e6, "µs"),
        _ => return "0".into(),
    };
    format!("{} {unit}", three_digits(number))
}

pub fn bytes(bytes: u64) -> String {
    const UNITS: [&str; 7] = ["B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
    let unit = (bytes.max(1).ilog2() / 10) as usize;
    match unit {
        0 => format!("{bytes} B"),
        _ => {
            format!("{} {}", three_digits(bytes as f64 / (1u64 << (10 * unit)) as f64), UNITS[unit])
        }
    }
}

fn three_digits(number: f64) -> String {
    let decimals = match number {
        _ if number >= 99.95 => 0,
        _ if number >= 9.995 => 1,
        _ => 2,
    };
    let text = format!("{number:.decimals$}");
    match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_string(),
        false => text,
    }
}

/// With commas between thousands.
pub fn count(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

pub fn counted(number: u64, one: &str, many: &str) -> String {
    format!("{} {}", count(number), if number == 1 { one } else { many })
}

/// Never 0 % of something, nor 100 % of what is not all.
pub fn percent(part: f64, whole: f64) -> String {
    if whole <= 0.0 || part <= 0.0 {
        return "0 %".into();
    }
    let percent = part / whole * 100.0;
    match percent {
        _ if part >= whole => "100 %".into(),
        _ if percent < 0.1 => "<0.1 %".into(),
        _ if percent > 99.9 => ">99.9 %".into(),
        _ if (9.95..99.5).contains(&percent) => format!("{percent:.0} %"),
        _ => format!("{percent:.1} %"),
    }
}

/// How many times as much as `a` is `b`?
pub fn ratio(a: f64, b: f64) -> Option<String> {
    (a > 0.0 && b > 0.0).then(|| format!("× {}", three_digits(b / a)))
}

/// The bytes of a class of sizes.
pub fn class(from: u64, to: Option<u64>) -> String {
    match to {
        Some(to) if to <= from => bytes(from),
        Some(to) if to < 1024 => format!("{from}–{to} B"),
        // (To 2047 bytes is below 2 KiB.)
        Some(to) => format!("{} – <{}", bytes(from), bytes(to + 1)),
        None => format!("{} and more", bytes(from)),
    }
}

/// A time since 1970, in UTC.
pub fn date(seconds: f64) -> String {
    let (days, rest) = (seconds as i64 / 86_400, seconds as i64 % 86_400);
    // The calendar's cycle of 400 years, from the first of March of the year 0.
    let day = days + 719_468;
    let (cycle, day) = (day.div_euclid(146_097), day.rem_euclid(146_097));
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let (day, month) = (day - (153 * month + 2) / 5 + 1, (month + 2) % 12 + 1);
    let year = year + cycle * 400 + i64::from(month <= 2);
    let (hour, minute, second) = (rest / 3600, rest / 60 % 60, rest % 60);
    format!("{year}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02} UTC")
}

/// The program's name, as people say it: that of the script, if an interpreter runs one.
pub fn program(command: &[String]) -> String {
    let name = |path: &String| path.rsplit('/').next().unwrap_or_default().to_string();
    let first = command.first().map(name).unwrap_or_else(|| "a program".into());
    let interprets = ["python", "julia", "perl", "ruby", "Rscript"];
    if interprets.iter().any(|one| first.starts_with(one)) {
        let script =
            command.iter().skip(1).find(|word| !word.starts_with('-') && word.contains('.'));
        return script.map(name).unwrap_or(first);
    }
    first
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_and_sizes_have_three_digits() {
        let times = [0.0, 1.2e-7, 9e-6, 0.00123456, 0.5, 0.9999, 1.0, 12.345, 1234.5].map(seconds);
        let expected =
            ["0", "0.12 µs", "9 µs", "1.23 ms", "500 ms", "1 s", "1 s", "12.3 s", "1234 s"];
        assert_eq!(times, expected);
        let sizes = [0, 1, 1023, 1024, 1536, 10 << 20, u64::MAX].map(bytes);
        assert_eq!(sizes, ["0 B", "1 B", "1023 B", "1 KiB", "1.5 KiB", "10 MiB", "16 EiB"]);
        assert_eq!([0, 999, 1000, 1234567].map(count), ["0", "999", "1,000", "1,234,567"]);
        assert_eq!(class(0, Some(0)), "0 B");
        assert_eq!(class(64, Some(127)), "64–127 B");
        assert_eq!(class(2048, Some(4095)), "2 KiB – <4 KiB");
        assert_eq!(class(256 << 30, None), "256 GiB and more");
    }

    #[test]
    fn percentages_do_not_round_to_none_or_all() {
        let percents = [
            (0.0, 5.0),
            (1.0, 1e6),
            (1.0, 3.0),
            (1.0, 50.0),
            (99999.0, 1e5),
            (997.0, 1e3),
            (3.0, 3.0),
        ];
        let percents = percents.map(|(part, whole)| percent(part, whole));
        assert_eq!(percents, ["0 %", "<0.1 %", "33 %", "2.0 %", ">99.9 %", "99.7 %", "100 %"]);
        assert_eq!(percent(0.0, 0.0), "0 %");
    }

    #[test]
    fn dates_are_of_the_calendar() {
        assert_eq!(date(0.0), "1970-01-01 00:00:00 UTC");
        assert_eq!(date(951_782_399.0), "2000-02-28 23:59:59 UTC");
        assert_eq!(date(951_782_400.5), "2000-02-29 00:00:00 UTC");
        assert_eq!(date(1_795_617_680.8), "2026-11-25 14:41:20 UTC");
        assert_eq!(date(1_767_225_599.0), "2025-12-31 23:59:59 UTC");
    }

    #[test]
    fn scripts_are_named_rather_than_their_interpreter() {
        let name =
            |words: &[&str]| program(&words.iter().map(|w| w.to_string()).collect::<Vec<_>>());
        assert_eq!(name(&["/a/b/prog", "x.in"]), "prog");
        assert_eq!(name(&["/usr/bin/python3", "-u", "dir/run.py"]), "run.py");
        assert_eq!(name(&["python3", "-c"]), "python3");
        assert_eq!(name(&[]), "a program");
    }
}
